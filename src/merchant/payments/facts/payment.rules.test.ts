import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { at, choice, minuteMs } from '../../../../test/support/payment-facts.ts';
import {
  isAtLockedPrice,
  isOnTime,
  leastEnough,
  mostExact,
  paymentStatuses,
  paymentTransitions,
  stepsBetween,
  type PaymentStatus,
} from './payment.rules.ts';

/** The rows of the table in the API contract. Each must be a step. */
const promised: readonly (readonly [PaymentStatus, PaymentStatus])[] = [
  ['NEW', 'PENDING'],
  ['NEW', 'EXPIRED'],
  ['PENDING', 'CONFIRMING'],
  ['PENDING', 'EXPIRED'],
  ['CONFIRMING', 'PAID'],
  ['PENDING', 'UNRESOLVED'],
  ['EXPIRED', 'UNRESOLVED'],
  ['UNRESOLVED', 'PAID'],
  ['UNRESOLVED', 'REFUNDING'],
  ['REFUNDING', 'REFUNDED'],
  ['PAID', 'PARTIALLY_REFUNDED'],
  ['PAID', 'REFUNDING'],
  ['PARTIALLY_REFUNDED', 'REFUNDING'],
  ['CONFIRMING', 'PENDING'],
  ['CONFIRMING', 'EXPIRED'],
  ['PAID', 'REVERSED'],
];

test('the table has every step of the API contract', () => {
  for (const [from, to] of promised) assert.ok(paymentTransitions[from].includes(to), `${from} → ${to}`);
});

test('PAID requires coins that were seen or accepted, and no step leaves REVERSED or returns to NEW', () => {
  assert.ok(!paymentTransitions.PENDING.includes('PAID'));
  assert.ok(!paymentTransitions.EXPIRED.includes('PAID'));
  assert.deepEqual(paymentTransitions.REVERSED, []);
  for (const status of paymentStatuses) assert.ok(!paymentTransitions[status].includes('NEW'));
});

test('several changes at once are reported as steps of the table', () => {
  assert.deepEqual(stepsBetween('PENDING', 'PENDING'), []);
  assert.deepEqual(stepsBetween('PENDING', 'PAID'), ['CONFIRMING', 'PAID']);
  assert.deepEqual(stepsBetween('EXPIRED', 'PAID').length, 2);
  assert.deepEqual(stepsBetween('UNRESOLVED', 'PAID'), ['PAID']);
  for (const from of paymentStatuses) {
    for (const to of paymentStatuses) {
      const isPossible = from === to || (from !== 'REVERSED' && to !== 'NEW');
      if (!isPossible) {
        assert.throws(() => stepsBetween(from, to), RangeError);
        continue;
      }
      let at = from;
      for (const step of stepsBetween(from, to)) {
        assert.ok(paymentTransitions[at].includes(step));
        at = step;
      }
      assert.equal(at, to);
    }
  }
});

test('coins are in time before the end of the offer and late from that instant on', () => {
  const offer = choice('first', { expires_at: at(15) });
  const seen = (offsetMs: number) => isOnTime(offer, { firstSeenAt: new Date(15 * minuteMs + offsetMs) });
  assert.deepEqual([seen(-1), seen(0), seen(1)], [true, false, false]);
});

test('the tolerance is the agreed one, is never exceeded, and never makes zero coins enough', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 1000 }), (due, bps) => {
      assert.ok(leastEnough(due, bps) > 0n);
      assert.ok(leastEnough(due, bps) * 10_000n >= due * BigInt(10_000 - bps));
      assert.ok(mostExact(due, bps) * 10_000n <= due * BigInt(10_000 + bps));
    }),
  );
  assert.equal(leastEnough(1000n, 50), 995n);
  assert.equal(mostExact(1000n, 50), 1005n);
  assert.equal(mostExact(1000n, 10), 1001n);
  assert.equal(mostExact(1000n, 1000), 1005n, 'the policy does not reduce the customer’s excess');
  assert.equal(leastEnough(1000n, 0), 1000n);
});

test('a price is kept for coins that were seen in time and are mined soon enough', () => {
  const offer = choice('offer', { expires_at: at(15), mined_by: at(75) });
  const seen = { firstSeenAt: at(14), confirmations: 1 };
  assert.ok(isAtLockedPrice(offer, { ...seen, minedAt: at(75) }));
  assert.ok(!isAtLockedPrice(offer, { ...seen, minedAt: new Date(75 * minuteMs + 1) }));
  assert.ok(isAtLockedPrice(offer, { ...seen, minedAt: null }), 'not mined yet');
  assert.ok(!isAtLockedPrice(offer, { ...seen, firstSeenAt: at(15), minedAt: at(16) }));
  const older = choice('older', { mined_by: null });
  assert.ok(isAtLockedPrice(older, { ...seen, minedAt: at(500) }), 'made before it was asked for');
});
