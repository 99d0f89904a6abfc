import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCodeEdits, type CodeScope } from './code-mutants.ts';
import { applyEdit } from './mutant.ts';

const mutate = (source: string, scope: CodeScope = 'all'): string[] =>
  findCodeEdits(source, scope)
    .map((edit) => applyEdit(source, edit))
    .toSorted();

/** What each slip makes of a line. */
const slips: Record<string, readonly [source: string, ...mutants: string[]]> = {
  'a condition is always and never so': ['if (a) b;', 'if (a) {}', 'if (false) b;', 'if (true) b;'],
  'a bound is moved and turned round': ['x = a < b;', '{}', 'x = a <= b;', 'x = a >= b;'],
  'a bound that is a condition is moved': [
    'y(a >= b ? c : d)',
    '{}',
    'y(a > b ? c : d)',
    'y(false ? c : d)',
    'y(true ? c : d)',
  ],
  'equal becomes unequal': ['const x = a === b;', 'const x = a !== b;'],
  'each side of a logical operator is left out': ['const x = a && b;', 'const x = (a);', 'const x = (b);'],
  'arithmetic is turned round': ['const x = a * b - c;', 'const x = a * b + c;', 'const x = a / b - c;'],
  'a sum is taken off': ['a += b;', '{}', 'a -= b;'],
  'a not is forgotten': ['const x = !a;', 'const x = (a);'],
  'numbers are one more': ['const x = [1, 2n];', 'const x = [1, 3n];', 'const x = [2, 2n];', 'const x = [];'],
  'yes is no': ['const x = true;', 'const x = false;'],
  'codes are empty': [`const x = 'PAID';`, `const x = '';`],
  'an anchor of a pattern is forgotten': ['const x = /^a$/;', 'const x = /^a/;', 'const x = /a$/;'],
  'a statement is left out': ['a();', '{}'],
  'the smaller is the larger': ['const x = Math.min(a, b);', 'const x = Math.max(a, b);'],
  'a list is not filtered': ['const x = a.filter(b);', 'const x = a;'],
  'any is every': ['const x = a.some(b);', 'const x = a.every(b);'],
};

for (const [what, [source, ...expected]] of Object.entries(slips)) {
  test(`in code ${what}`, () => assert.deepEqual(mutate(source), expected.toSorted()));
}

describe('left alone is', () => {
  const texts: Record<string, string> = {
    'a type': `type X = 'a' | 1; interface Y { a: true }`,
    'an import': `import { a } from './a.ts';`,
    'what cannot happen': `assert(a > 0, 'text'); assert.equal(a, 1);`,
    'what a bare error reports': `if (!row) throw new Error('no row');`,
    'a sentence': `const x = 'Two words';`,
    'the name of a property': `const x = { 'a-b': y };`,
    'what is told to people': `const x = problem(y, { detail: 'Gone.' });`,
    'a long list of words': `const x = y(${"'a', ".repeat(7)});`.replace('y(', 'y([').replace(')', '])'),
  };
  for (const [what, source] of Object.entries(texts)) {
    test(what, () =>
      assert.deepEqual(
        mutate(source).filter((text) => !text.includes('y([])')),
        [],
      ),
    );
  }
  test('the default for the compiler, which is never used', () => {
    assert.deepEqual(mutate(`const x = match[i] ?? '';`), [`const x = ('');`]);
    assert.deepEqual(mutate('const x = row?.sum ?? 0n;'), ['const x = (0n);']);
  });
});

test('of a store only what decides is changed', () => {
  assert.deepEqual(mutate(`if (a < 1) b('code');`, 'conditions'), [
    `if (a <= 1) b('code');`,
    `if (false) b('code');`,
    `if (true) b('code');`,
  ]);
});
