import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  choice,
  confirmed,
  late,
  payment,
  receipt,
  settled,
} from '../../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../../chains/receipts/receipt.rules.ts';
import type { Payment, PaymentStatus } from '../../../payments/facts/payment.rules.ts';
import { largestLatenessMs, leastConfirmed, stepsOf } from './payment-steps.rules.ts';

const lookupOf = (receipts: readonly Receipt[]) => ({
  records: { choices: [choice('first')] },
  transactions: receipts,
});

const story = (status: PaymentStatus, receipts: readonly Receipt[] = [], fields: Partial<Payment> = {}) => ({
  payment: { ...payment, status, ...fields },
  lookup: lookupOf(receipts),
  moments: status === 'PAID' ? [{ at: at(9), status }] : [],
});

const seen = [receipt(1n)];
const deep = [receipt(1n, confirmed)];
const { status: _status, ...credit } = settled;

for (const [name, told, states] of [
  ['new', story('NEW'), 'done now later later'],
  ['pending', story('PENDING'), 'done now later later'],
  ['partly seen', story('PENDING', seen), 'done done now later'],
  ['confirming', story('CONFIRMING', seen), 'done done now later'],
  ['paid', story('PAID', deep, credit), 'done done done done'],
  ['unresolved', story('UNRESOLVED', deep), 'done done done now'],
  ['unresolved, still confirming', story('UNRESOLVED', seen), 'done done now later'],
  ['expired without coins', story('EXPIRED'), 'done never never never'],
  ['expired with unconfirmed dust', story('EXPIRED', seen), 'done done never never'],
  ['refunded without a credit', story('REFUNDED', deep), 'done done done never'],
  ['refunded after its credit', story('REFUNDED', deep, credit), 'done done done done'],
  ['reversed', story('REVERSED', [], { ...credit, reversed_at: at(20) }), 'done never never never'],
] as const) {
  test(`the steps of a payment that is ${name}: ${states}`, () => {
    assert.equal(
      stepsOf(told)
        .map(({ state }) => state)
        .join(' '),
      states,
    );
  });
}

test('steps carry their times, and an accepted payment the time of its acceptance', () => {
  const times = (told: ReturnType<typeof story>) =>
    stepsOf(told).map(({ at: time }) => (time === undefined ? undefined : time.getTime() / 60_000));
  assert.deepEqual(times(story('PAID', deep, credit)), [0, 5, undefined, 9]);
  assert.deepEqual(times(story('PAID', deep, { ...credit, accepted_at: at(30) })), [0, 5, undefined, 30]);
  assert.deepEqual(times(story('NEW')), [0, undefined, undefined, undefined]);
});

test('the lateness is that of the latest transaction, and 0 without a late one', () => {
  assert.equal(largestLatenessMs(lookupOf([])), 0);
  assert.equal(largestLatenessMs(lookupOf(deep)), 0);
  const later = receipt(2n, { firstSeenAt: at(38) });
  assert.equal(largestLatenessMs(lookupOf([later, receipt(1n), receipt(3n, late)])), 23 * 60_000);
});

test('the confirmations are those of the transaction that lacks most, without surplus ones', () => {
  assert.equal(leastConfirmed(lookupOf([])), undefined);
  const old = receipt(1n, { confirmations: 9 });
  assert.deepEqual(leastConfirmed(lookupOf([old])), { count: 2, needed: 2 });
  assert.deepEqual(leastConfirmed(lookupOf([old, receipt(2n, { confirmations: 1 })])), {
    count: 1,
    needed: 2,
  });
});
