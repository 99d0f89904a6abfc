import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { failSlowly } from './fail-slowly.ts';

test('what fails is told no sooner, however soon it was known; what succeeds at once', async () => {
  for (const workMs of [0, 3, 20]) {
    const began = performance.now();
    await assert.rejects(
      failSlowly(60, async () => {
        await sleep(workMs);
        throw new RangeError('wrong');
      }),
      RangeError,
    );
    assert.ok(performance.now() - began >= 60, `${workMs} ms`);
  }
  assert.equal(await failSlowly(3_600_000, async () => 'right'), 'right');
});
