import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinctIds, readCategory } from './report.rules.ts';

test('a category has one spelling, and is other where none was named', () => {
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

test('an id that is named twice counts once, at its first place', () => {
  assert.deepEqual(distinctIds(['B', 'a', 'b', 'A']), [
    { id: 'b', index: 0 },
    { id: 'a', index: 1 },
  ]);
});
