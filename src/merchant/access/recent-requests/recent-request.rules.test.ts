import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Ring } from './recent-request.rules.ts';

test('a ring keeps the newest items in order and starts empty after they are taken', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.array(fc.integer()), { maxLength: 4 }),
      (size, turns) => {
        const ring = new Ring<number>(size);
        for (const turn of turns) {
          for (const item of turn) ring.put(item);
          assert.deepEqual(ring.take(), turn.slice(-size));
        }
      },
    ),
  );
});
