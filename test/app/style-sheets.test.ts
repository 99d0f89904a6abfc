import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Classes of the frame. A screen may add rules to them while it is shown. */
const shared = new Set(['app', 'screen']);

test('the first class of every rule belongs to one screen only, because browsers get all sheets as one', () => {
  const folders = new Map<string, Set<string>>();
  for (const path of globSync('web/app/*/*.css')) {
    const folder = path.split('/').at(-2) ?? '';
    const rules = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, name = ''] of rules.matchAll(/(?:^|[{},])\s*\.([\w-]+)[^{};]*(?=\{|,)/g))
      if (!shared.has(name)) folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  assert.ok(folders.size > 50);
  const twice = [...folders]
    .filter(([, of]) => of.size > 1)
    .map(([name, of]) => `${name}: ${[...of].join(', ')}`);
  assert.deepEqual(twice, []);
});
