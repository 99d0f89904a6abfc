import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadingFlags } from '../bin/server-flags.mjs';

const root = join(import.meta.dirname, '..');

function run(source: string, flags: readonly string[] = loadingFlags): string {
  const main = `data:text/javascript,${encodeURIComponent(source)}`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--import', main, '-e', ''], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** Returns a script that imports the specifier as a module of the app would, and prints each file and its format. */
const importing = (specifier: string): string => `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (name, context, next) =>
      next(name, name === ${JSON.stringify(specifier)}
        ? { ...context, parentURL: ${JSON.stringify(pathToFileURL(join(root, 'src/cli.ts')).href)} } : context),
    load(url, context, next) {
      const loaded = next(url, context);
      if (url.startsWith('file:')) console.log(url, loaded.format);
      return url.startsWith('file:') ? { ...loaded, format: 'module', source: '' } : loaded;
    },
  });
  await import(${JSON.stringify(specifier)}).catch((error) => console.log(error.message));`;

for (const specifier of [
  './platform/clock.ts',
  '../bin/server-flags.mjs',
  '../src/platform/clock.ts',
  'fastify',
  'jose',
])
  test(`${specifier} resolves to the same file and module as in Node`, () => {
    const found = run(importing(specifier));
    assert.match(found, /^file:.* (?:module|module-typescript|commonjs)\n$/);
    assert.equal(found, run(importing(specifier), ['--preserve-symlinks']));
  });

test('the error for a missing file contains its path', () => {
  assert.match(run(importing('./platform/nowhere.ts')), /src\/platform\/nowhere\.ts/);
  assert.match(run(importing('./platform/nowhere.json')), /src\/platform\/nowhere\.json/);
});
