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

/** As a module of the app would import it. */
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
  '../src/./platform/../platform/clock.ts',
  'fastify',
  'jose',
])
  test(`${specifier} is found where Node finds it, and taken for the same`, () => {
    const found = run(importing(specifier));
    assert.match(found, /^file:.* (?:module|module-typescript|commonjs)\n$/);
    assert.equal(found, run(importing(specifier), ['--preserve-symlinks']));
  });

test('what is not there is named', () => {
  assert.match(run(importing('./platform/nowhere.ts')), /src\/platform\/nowhere\.ts/);
  assert.match(run(importing('./platform/nowhere.json')), /src\/platform\/nowhere\.json/);
});
