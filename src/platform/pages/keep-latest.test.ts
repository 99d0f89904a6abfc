import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepLatest } from './keep-latest.ts';

test('recent values are computed once, and evicted ones again', () => {
  const made: string[] = [];
  const shout = keepLatest(2, (word: string) => {
    made.push(word);
    return word.toUpperCase();
  });
  assert.deepEqual(['a', 'b', 'a', 'c', 'b', 'a'].map(shout), ['A', 'B', 'A', 'C', 'B', 'A']);
  assert.deepEqual(made, ['a', 'b', 'c', 'a']);
});
