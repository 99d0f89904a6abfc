import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complain, root } from './checks/tool.ts';
import { checkLimits, findUnlisted } from './limits.ts';

test('docs/limits.md names every file with a map, set or list that lives as long as the process', () => {
  const unlisted = checkLimits(root);
  if (unlisted.length > 0) complain([...unlisted, 'Name what each holds, and its limit.']);
});

for (const line of [
  'const seen = new Map<string, number>();',
  'export const seen = new Set();',
  'let waiting: Job[] = [];',
  '  readonly #users = new Map<string, Set<Subscriber>>();',
  '  #waiting: (() => void)[] = [];',
  '  readonly #waiting = new Map<\n    string,\n    { readonly a: number }\n  >();',
])
  test(`reports a long-lived collection in a file that the page does not list: ${line}`, () => {
    const sources = new Map([
      ['src/a.ts', `/** Remembers. */\n${line}\n`],
      ['src/b.ts', `${line}\n`],
    ]);
    assert.deepEqual(findUnlisted(sources, '| `src/b.ts` | at most ten |'), ['src/a.ts']);
  });

for (const line of [
  '  const found = new Map<string, number>();',
  "const known = new Set(['a', 'b']);",
  'const names: readonly string[] = [];x',
  '    readonly seen = new Map();',
])
  test(`ignores a local or initialised collection: ${line}`, () =>
    assert.deepEqual(findUnlisted(new Map([['src/a.ts', `${line}\n`]]), ''), []));
