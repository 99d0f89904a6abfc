import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchSize, inBatches } from './in-batches.ts';

test('repeats a sweep until a batch is not full', async () => {
  for (const rows of [0, 1, batchSize - 1, batchSize, batchSize + 1, 3 * batchSize]) {
    let left = rows;
    const taken: number[] = [];
    const total = await inBatches(async (limit) => {
      taken.push(Math.min(left, limit));
      left -= taken.at(-1) ?? 0;
      return taken.at(-1) ?? 0;
    });
    assert.deepEqual([total, left], [rows, 0]);
    assert.equal(taken.length, Math.floor(rows / batchSize) + 1);
  }
});
