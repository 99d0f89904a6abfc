import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { failInSteps } from './fail-in-steps.ts';

const steps = [
  [0, 50],
  [3, 50],
  [20, 50],
  [60, 100],
] as const;

test('an error is thrown at the next full step, however early it occurred', async () => {
  for (const [workMs, toldAtMs] of steps) {
    const began = performance.now();
    await assert.rejects(
      failInSteps(async () => {
        await sleep(workMs);
        throw new RangeError('wrong');
      }),
      RangeError,
    );
    assert.ok(performance.now() - began >= toldAtMs, `${workMs} ms`);
  }
});

test('an answer that counts as a failure is delayed too', async () => {
  for (const [workMs, toldAtMs] of steps) {
    const began = performance.now();
    const answer = await failInSteps(
      () => sleep(workMs, 'wrong'),
      (given) => given === 'wrong',
    );
    assert.equal(answer, 'wrong');
    assert.ok(performance.now() - began >= toldAtMs, `${workMs} ms`);
  }
});

test('a success is returned at once', async () => {
  assert.equal(await failInSteps(async () => 'right'), 'right');
});
