import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedQueue, createSerialQueue } from './serial-queue.ts';

test('starts each piece of work after the previous one has ended, even if that failed', async () => {
  const queue = createSerialQueue();
  const steps: string[] = [];
  const hold = Promise.withResolvers<void>();
  const first = queue(async () => {
    steps.push('first begins');
    await hold.promise;
    steps.push('first fails');
    throw new Error('first');
  });
  const second = queue(async () => steps.push('second'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(steps, ['first begins']);
  hold.resolve();
  await assert.rejects(first, /first/);
  await second;
  assert.deepEqual(steps, ['first begins', 'first fails', 'second']);
});

test('keys do not wait for each other, and the number of waiting calls per key is limited', async () => {
  const queue = createKeyedQueue(2);
  const hold = Promise.withResolvers<string>();
  const [first, ...waiting] = Array.from({ length: 3 }, () => queue('one', () => hold.promise));
  await assert.rejects(
    queue('one', () => hold.promise),
    { code: 'overloaded' },
  );
  assert.equal(await queue('other', async () => 'done'), 'done');
  hold.resolve('held');
  assert.deepEqual(await Promise.all([first, ...waiting]), ['held', 'held', 'held']);
  assert.equal(await queue('one', async () => 'again'), 'again');
});
