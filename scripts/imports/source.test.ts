import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blankText, findImports } from './source.ts';

const specifiersOf = (source: string) => findImports(source).map(({ specifier }) => specifier);

describe('imports are found', () => {
  const forms: Array<[source: string, specifier: string, typeOnly: boolean]> = [
    [`import a from './a.ts';`, './a.ts', false],
    [`import a, { b as c } from "./a.ts";`, './a.ts', false],
    [`import * as a from './a.ts';`, './a.ts', false],
    [`import {\n  a,\n  type B,\n} from './a.ts';`, './a.ts', false],
    [`import type { A } from './a.ts';`, './a.ts', true],
    [`import type from './a.ts';`, './a.ts', false],
    [`import './a.ts';`, './a.ts', false],
    [`export * from './a.ts';`, './a.ts', false],
    [`export { a } from './a.ts';`, './a.ts', false],
    [`export type { A } from './a.ts';`, './a.ts', true],
    [`import a from './a.json' with { type: 'json' };`, './a.json', false],
    [`const a = await import('./a.ts');`, './a.ts', false],
    [`type A = typeof import('./a.ts');`, './a.ts', true],
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

describe('what only looks like an import is not one', () => {
  const texts = [
    `// import a from './a.ts';`,
    `/* import a from './a.ts'; */`,
    "const text = `import a from './a.ts';`;",
    `const text = "import a from './a.ts'";`,
    "const text = `${`import './a.ts'`} ${ {}.x } import './b.ts'`;",
    `const url = 'http://example.org'; reimport('./a.ts'); module.import('./a.ts');`,
    `import(path);`,
  ];
  for (const text of texts) test(text, () => assert.deepEqual(specifiersOf(text), []));
});

test('blanking keeps every offset and line', () => {
  const source = "const a = 'x'; // é\n/* 🙂\n */ sql`select ${a}\n`;";
  const blanked = blankText(source);
  assert.equal(blanked.length, source.length);
  assert.equal(blanked.split('\n').length, source.split('\n').length);
  assert.equal(blanked.indexOf('sql`'), source.indexOf('sql`'));
  assert.ok(!blanked.includes('select'));
});
