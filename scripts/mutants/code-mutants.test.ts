import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCodeEdits, type CodeScope } from './code-mutants.ts';
import { applyEdit } from './mutant.ts';

const mutate = (source: string, scope: CodeScope = 'all'): string[] =>
  findCodeEdits(source, scope)
    .map((edit) => applyEdit(source, edit))
    .toSorted();

/** Mutants of a line, by operator. */
const slips: Record<string, readonly [source: string, ...mutants: string[]]> = {
  'replaces a condition by true and false': ['if (a) b;', 'if (a) {}', 'if (false) b;', 'if (true) b;'],
  'shifts and reverses a comparison': ['x = a < b;', '{}', 'x = a <= b;', 'x = a >= b;'],
  'shifts a comparison in a condition': [
    'y(a >= b ? c : d)',
    '{}',
    'y(a > b ? c : d)',
    'y(false ? c : d)',
    'y(true ? c : d)',
  ],
  'negates an equality': ['const x = a === b;', 'const x = a !== b;'],
  'removes each side of a logical operator': ['const x = a && b;', 'const x = (a);', 'const x = (b);'],
  'reverses arithmetic operators': ['const x = a * b - c;', 'const x = a * b + c;', 'const x = a / b - c;'],
  'turns an addition into a subtraction': ['a += b;', '{}', 'a -= b;'],
  'removes a negation': ['const x = !a;', 'const x = (a);'],
  'increments numbers': ['const x = [1, 2n];', 'const x = [1, 3n];', 'const x = [2, 2n];', 'const x = [];'],
  'flips a boolean': ['const x = true;', 'const x = false;'],
  'empties a code': [`const x = 'PAID';`, `const x = '';`],
  'removes an anchor of a pattern': ['const x = /^a$/;', 'const x = /^a/;', 'const x = /a$/;'],
  'removes a statement': ['a();', '{}'],
  'swaps min and max': ['const x = Math.min(a, b);', 'const x = Math.max(a, b);'],
  'removes a filter': ['const x = a.filter(b);', 'const x = a;'],
  'swaps some and every': ['const x = a.some(b);', 'const x = a.every(b);'],
};

for (const [what, [source, ...expected]] of Object.entries(slips)) {
  test(`in code, ${what}`, () => assert.deepEqual(mutate(source), expected.toSorted()));
}

describe('ignored code', () => {
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
  test('a default that only satisfies the compiler', () => {
    assert.deepEqual(mutate(`const x = match[i] ?? '';`), [`const x = ('');`]);
    assert.deepEqual(mutate('const x = row?.sum ?? 0n;'), ['const x = (0n);']);
  });
});

test('in a store only conditions are mutated', () => {
  assert.deepEqual(mutate(`if (a < 1) b('code');`, 'conditions'), [
    `if (a <= 1) b('code');`,
    `if (false) b('code');`,
    `if (true) b('code');`,
  ]);
});
