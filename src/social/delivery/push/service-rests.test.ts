import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceRests } from './service-rests.ts';

test('an unavailable service is paused for a while, and other services are not', () => {
  let nowMs = 1000;
  const rests = new ServiceRests(() => nowMs);
  assert.equal(rests.remainingMs('fcm'), 0);
  rests.begin('fcm');
  assert.deepEqual([rests.remainingMs('fcm'), rests.remainingMs('apns')], [15_000, 0]);
  nowMs += 10_000;
  assert.equal(rests.remainingMs('fcm'), 5000);
  rests.begin('fcm', 60_000);
  assert.equal(rests.remainingMs('fcm'), 60_000);
  rests.begin('fcm', Number.POSITIVE_INFINITY);
  assert.equal(rests.remainingMs('fcm'), 3_600_000, 'at most an hour, even if more is requested');
  rests.end('fcm');
  assert.equal(rests.remainingMs('fcm'), 0);
  rests.begin('fcm');
  nowMs += 15_000;
  assert.equal(rests.remainingMs('fcm'), 0);
});

test('remembers at most a thousand paused services', () => {
  const rests = new ServiceRests(() => 0);
  for (let index = 0; index <= 1000; index++) rests.begin(`https://s${index}.example`);
  assert.equal(rests.remainingMs('https://s0.example'), 0);
  assert.equal(rests.remainingMs('https://s1.example'), 15_000);
});

test('if pauses grow, each is twice as long as the one before, up to one hour, until a delivery succeeds', () => {
  let nowMs = 0;
  const rests = new ServiceRests(() => nowMs, { grows: true });
  const restAfterRest = (): number => {
    nowMs += rests.remainingMs('slow');
    rests.begin('slow');
    return rests.remainingMs('slow');
  };
  assert.deepEqual([restAfterRest(), restAfterRest(), restAfterRest()], [15_000, 30_000, 60_000]);
  rests.begin('slow');
  assert.equal(rests.remainingMs('slow'), 60_000, 'concurrent failures count once');
  for (let turn = 0; turn < 20; turn++) restAfterRest();
  assert.equal(restAfterRest(), 3_600_000);
  rests.end('slow');
  assert.equal(restAfterRest(), 15_000);
});
