import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devicesPerUser, pushKinds, switchOf } from './push.rules.ts';

test('a person has twenty devices at most', () => {
  assert.equal(devicesPerUser, 20);
});

test('a message wakes a phone, a combination waits until it is awake; each has its own switch', () => {
  assert.deepEqual(pushKinds, {
    message: { by: 'newMessage', isUrgent: true },
    combination: { by: 'newCombination', isUrgent: false },
    event: { by: 'none', isUrgent: false },
    notice: { by: 'always', isUrgent: false },
    report: { by: 'always', isUrgent: false },
  });
});

test('of what is told of events, no switch silences a cancellation', () => {
  const by = (notice: 'moved' | 'cancelled' | 'tomorrow' | 'seat') =>
    switchOf({ kind: 'event', eventId: 1, notice });
  assert.deepEqual((['moved', 'cancelled', 'tomorrow', 'seat'] as const).map(by), [
    'none',
    'always',
    'none',
    'none',
  ]);
});
