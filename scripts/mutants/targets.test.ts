import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleOf } from './targets.ts';

test('one seed always draws the same sample, in the order of the files', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  const drawn = sampleOf(all, 10, 7);
  assert.equal(drawn.length, 10);
  assert.deepEqual(drawn, sampleOf(all, 10, 7));
  assert.notDeepEqual(drawn, sampleOf(all, 10, 8));
  assert.deepEqual(
    drawn,
    drawn.toSorted((one, other) => one - other),
  );
});
