import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairOf } from './pair.rules.ts';

test('two people are the same pair in either order', () => {
  assert.deepEqual(pairOf('a', 'b'), { lowId: 'a', highId: 'b' });
  assert.deepEqual(pairOf('b', 'a'), { lowId: 'a', highId: 'b' });
});
