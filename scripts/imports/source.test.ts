import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findImports, readSource } from './source.ts';

const specifiersOf = (source: string) => findImports(source).map(({ specifier }) => specifier);

describe('finds imports', () => {
  const forms: Array<[source: string, specifier: string, typeOnly: boolean]> = [
    [`import a from './a.ts';`, './a.ts', false],
    [`import a, { b as c } from "./a.ts";`, './a.ts', false],
    [`import * as a from './a.ts';`, './a.ts', false],
    [`import {\n  a,\n  type B,\n} from './a.ts';`, './a.ts', false],
    [`import type { A } from './a.ts';`, './a.ts', true],
    [`import { type A, type B as C } from './a.ts';`, './a.ts', true],
    [`import a, { type B } from './a.ts';`, './a.ts', false],
    [`import type * as A from './a.ts';`, './a.ts', true],
    [`import {} from './a.ts';`, './a.ts', false],
    [`import type from './a.ts';`, './a.ts', false],
    [`import './a.ts';`, './a.ts', false],
    [`export * from './a.ts';`, './a.ts', false],
    [`export { a } from './a.ts';`, './a.ts', false],
    [`export type { A } from './a.ts';`, './a.ts', true],
    [`export type * from './a.ts';`, './a.ts', true],
    [`export * as a from './a.ts';`, './a.ts', false],
    [`export { type A, type B } from './a.ts';`, './a.ts', true],
    [`export { type A, b } from './a.ts';`, './a.ts', false],
    [`import a from './a.json' with { type: 'json' };`, './a.json', false],
    [`const a = await import('./a.ts');`, './a.ts', false],
    ['const a = await import(`./a.ts`);', './a.ts', false],
    [`type A = typeof import('./a.ts');`, './a.ts', true],
    [`type A = import('./a.ts').A;`, './a.ts', true],
    [`const a: import("./a.ts").A<string>[] = [];`, './a.ts', true],
    ['const a = `${await import("./a.ts")}`;', './a.ts', false],
    [`const quote = /['"\`]/;\nimport a from './a.ts';`, './a.ts', false],
    [`const half = total / 2; // it's\nimport a from './a.ts';`, './a.ts', false],
    [`const face = '🙂';\nimport a from './a.ts';`, './a.ts', false],
  ];
  for (const [source, specifier, typeOnly] of forms) {
    test(source, () => {
      const line = source.slice(0, source.indexOf(specifier)).split('\n').length;
      assert.deepEqual(findImports(source), [{ specifier, line, typeOnly }]);
    });
  }
});

describe('ignores text that only looks like an import', () => {
  const texts = [
    `// import a from './a.ts';`,
    `/* import a from './a.ts'; */`,
    "const text = `import a from './a.ts';`;",
    `const text = "import a from './a.ts'";`,
    "const text = `${`import './a.ts'`} ${ {}.x } import './b.ts'`;",
    `const url = 'http://example.org'; reimport('./a.ts'); module.import('./a.ts');`,
    `import(path);`,
    'import(`./${name}.ts`);',
    `const pattern = /import 'a.ts'/;`,
    `export { a };`,
  ];
  for (const text of texts) test(text, () => assert.deepEqual(specifiersOf(text), []));
});

test('returns several imports in the order of their lines', () => {
  const source = `export { a } from './a.ts';\nconst b = await import('./b.ts');\nimport c from './c.ts';\n`;
  assert.deepEqual(specifiersOf(source), ['./a.ts', './b.ts', './c.ts']);
});

describe('finds tagged templates', () => {
  const forms: Array<[source: string, tag: string, text: string]> = [
    ['await sql`select 1`;', 'sql', 'select 1'],
    ['await context.sql<{ id: string; at: Date }[]>`select ${1}`;', 'sql', 'select '],
    ['await tx.defer(\n  tx`delete from orders`);', 'tx', 'delete from orders'],
    ['await (sql)`select 1`;', 'sql', 'select 1'],
    ['await open(database)`select 1`;', '', 'select 1'],
    ['`${sql`select 1`}`;', 'sql', 'select 1'],
  ];
  for (const [source, tag, text] of forms) {
    test(source, () => {
      const line = source.slice(0, source.indexOf(text)).split('\n').length;
      assert.deepEqual(readSource(source).templates, [{ tag, text, line }]);
    });
  }
  const none = [
    '// sql`select 1`',
    "const text = 'sql`select 1`';",
    'return `select 1`;',
    'const text = `sql`;',
  ];
  for (const source of none) {
    test(`finds no tagged template in ${source}`, () => assert.deepEqual(readSource(source).templates, []));
  }
});

test('finds calls of `unsafe` and ignores other uses', () => {
  const source = `connection\n  .unsafe('select 1');\ndescribe('unsafe()');\nconst { unsafe } = connection;`;
  assert.deepEqual(readSource(source).unsafeCalls, [{ line: 2 }]);
});

test('reports the position of a syntax error', () => {
  const { error, imports } = readSource(`import a from './a.ts';\nconst a = ;`);
  assert.equal(error?.line, 2);
  assert.deepEqual(imports, []);
});
