import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { findChanged, keepClean, readClean, readKeys } from './changed-files.ts';

const root = mkdtempSync(join(tmpdir(), 'praca-changed-'));
after(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const all = ['bin/start.mjs', 'src/main.ts', 'src/money.ts', 'src/types.ts', 'web/page.js'];

beforeEach(() => {
  rmSync(root, { recursive: true });
  write('src/main.ts', `import { add } from './money.ts';\nconsole.log(add);`);
  write('src/money.ts', `import type { Amount } from './types.ts';\nexport const add = (a: Amount) => a;`);
  write('src/types.ts', 'export type Amount = bigint;');
  write('web/page.js', `await import('../src/types.ts');`);
  write('bin/start.mjs', '');
  write('package-lock.json', '{}');
  write('.oxlintrc.json', '{}');
  write('web/tsconfig.json', '{}');
  write('node_modules/other/index.js', '');
  keepClean(join(root, 'clean.json'), readKeys(root));
});
const changed = (): string[] => findChanged(readKeys(root), readClean(join(root, 'clean.json'))).toSorted();

test('returns no files without a change and all files without a record', () => {
  assert.deepEqual(changed(), []);
  assert.deepEqual(findChanged(readKeys(root), readClean(join(root, 'absent.json'))).toSorted(), all);
  write('clean.json', '[["src/ma');
  assert.deepEqual(changed(), all);
});

for (const [name, path, text, expected] of [
  ['a file that no other imports', 'bin/start.mjs', '// more', ['bin/start.mjs']],
  [
    'a file: those that use it by another one, also as a type, and those that load it later',
    'src/types.ts',
    'export type Amount = number;',
    ['src/main.ts', 'src/money.ts', 'src/types.ts', 'web/page.js'],
  ],
  ['a new file', 'src/new.ts', '', ['src/new.ts']],
  ['the lock file', 'package-lock.json', '{"a":1}', all],
  ['the lint rules', '.oxlintrc.json', '{"a":1}', all],
  ['the compiler options', 'web/tsconfig.json', '{"a":1}', all],
  ['a file with global type declarations', 'bin/start.mjs', 'declare global { let x: 1 }', [...all]],
  ['a package', 'node_modules/other/index.js', '// more', []],
] as const)
  test(`a change of ${name}`, () => {
    write(path, text);
    assert.deepEqual(changed(), [...expected]);
  });

test('a deleted file counts as a change of the files that import it', () => {
  rmSync(join(root, 'src/types.ts'));
  assert.deepEqual(changed(), ['src/main.ts', 'src/money.ts', 'web/page.js']);
});
