import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctIds, readCategory } from './report.rules.ts';

test('normalises the spelling of a category and defaults to other', () => {
  for (const [text, category] of [
    [undefined, 'other'],
    ['  ', 'other'],
    [' Spam ', 'spam'],
    ['Assédio', 'assédio'],
    ['Asse\u0301dio', 'assédio'],
  ] as const) {
    assert.equal(readCategory(text), category);
  }
});

test('a repeated id counts once, at its first position', () => {
  assert.deepEqual(distinctIds(['B', 'a', 'b', 'A']), [
    { id: 'b', index: 0 },
    { id: 'a', index: 1 },
  ]);
});
