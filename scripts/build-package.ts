/**
 * Builds what `npm pack` puts into the archive. Node strips no types below `node_modules`, so `dist/` contains the
 * server as JavaScript, file by file and line by line as in `src/`. With the shrinkwrap, `npm ci` in the unpacked archive
 * installs the versions that were tested. npm runs this as `prepack`, and `postpack` removes the result.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** The app is bundled from its sources when it is first opened, as in a checkout. */
const copied = ['src/**/*.sql', 'web/**/*.{css,js,ts}', 'packages/client/src/**/*.ts'];
const isTest = (path: string): boolean => path.endsWith('.test.ts');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
function write(path: string, text: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}

const relativeModule = /(['"])(\.\.?\/[^'"\n]*)\.ts\1/g;

/** Writes a module and those it imports as JavaScript. */
function writeModule(path: string, written: Set<string>): void {
  if (written.has(path)) return;
  written.add(path);
  const text = stripTypeScriptTypes(read(path));
  write(path.replace(/ts$/, 'js'), text.replaceAll(relativeModule, '$1$2.js$1'));
  for (const [, , name] of text.matchAll(relativeModule))
    writeModule(join(dirname(path), `${name}.ts`), written);
}

rmSync(dist, { recursive: true, force: true });
for (const path of globSync(copied, { cwd: root })) {
  if (!isTest(path)) cpSync(join(root, path), join(dist, path), { recursive: true });
}
writeModule('src/cli.ts', new Set());
const { version } = JSON.parse(read('package.json')) as { version: string };
write('package.json', JSON.stringify({ type: 'module', version }));
cpSync(join(root, 'package-lock.json'), join(root, 'npm-shrinkwrap.json'));
