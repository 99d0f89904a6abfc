import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairOf } from './pair.rules.ts';

test('two people are one pair, whoever is named first', () => {
  assert.deepEqual(pairOf('a', 'b'), { lowId: 'a', highId: 'b' });
  assert.deepEqual(pairOf('b', 'a'), { lowId: 'a', highId: 'b' });
});
