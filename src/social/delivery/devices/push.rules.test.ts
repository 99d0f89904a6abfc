import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devicesPerUser, pushKinds, switchOf } from './push.rules.ts';

test('a user has at most twenty devices', () => {
  assert.equal(devicesPerUser, 20);
});

test('a message wakes a phone and a combination does not; each kind has its own setting', () => {
  assert.deepEqual(pushKinds, {
    message: { by: 'newMessage', isUrgent: true },
    combination: { by: 'newCombination', isUrgent: false },
    event: { by: 'none', isUrgent: false },
    notice: { by: 'always', isUrgent: false },
    report: { by: 'always', isUrgent: false },
  });
});

test('of the event notices, only a cancellation ignores the settings', () => {
  const by = (notice: 'moved' | 'cancelled' | 'tomorrow' | 'seat') =>
    switchOf({ kind: 'event', eventId: 1, notice });
  assert.deepEqual((['moved', 'cancelled', 'tomorrow', 'seat'] as const).map(by), [
    'none',
    'always',
    'none',
    'none',
  ]);
});
