import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devicesPerUser, pushKinds } from './push.rules.ts';

test('a person has twenty devices at most', () => {
  assert.equal(devicesPerUser, 20);
});

test('a message wakes a phone, a combination waits until it is awake; each has its own switch', () => {
  assert.deepEqual(pushKinds, {
    message: { by: 'newMessage', isUrgent: true },
    combination: { by: 'newCombination', isUrgent: false },
    event: { by: 'none', isUrgent: false },
    notice: { by: 'none', isUrgent: false },
  });
});
