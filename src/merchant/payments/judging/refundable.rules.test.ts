import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credited,
  due,
  facts,
  receipt,
  refund,
  settled,
  type Case,
} from '../../../../test/support/payment-facts.ts';
import { refundableOf } from './refundable.rules.ts';

test('what is refundable is what is held and what was credited, less what was refunded', () => {
  const of = (given: Case) => {
    const found = refundableOf(facts(given), () => 2);
    assert.notEqual(found, 'confirming');
    return found === 'confirming' ? undefined : found;
  };
  const over = [receipt(due + 40_000n, credited)];
  assert.equal(of({ payment: { status: 'UNRESOLVED' }, receipts: over })?.heldMinor, due + 40_000n);
  assert.equal(of({ payment: { status: 'UNRESOLVED' }, receipts: over })?.creditedCents, null);
  const paid = of({
    payment: settled,
    receipts: over,
    refunds: [refund({ held_coin_amount: 10_000n, euro_amount: 4_000n })],
  });
  assert.deepEqual([paid?.heldMinor, paid?.creditedCents], [30_000n, 6_000n]);
  for (const status of [
    'NEW',
    'PENDING',
    'CONFIRMING',
    'EXPIRED',
    'REFUNDING',
    'REFUNDED',
    'REVERSED',
  ] as const) {
    assert.equal(of({ payment: { ...settled, status }, receipts: over }), undefined, status);
  }
});

test('what was paid too much is sent back only when the coins lie as deep as all of them ask for', () => {
  // The payment itself is of 100 euros.
  const requiredDepth = (_coin: string, cents: bigint): number => (cents < 100_000n ? 2 : 6);
  const of = (status: 'PAID' | 'UNRESOLVED', amountMinor: bigint, confirmations: number) => {
    const receipts = [receipt(amountMinor, { ...credited, confirmations })];
    const payment = status === 'PAID' ? settled : { status };
    const found = refundableOf(facts({ payment, receipts }), requiredDepth);
    return typeof found === 'object' ? found.heldMinor : found;
  };
  for (const status of ['PAID', 'UNRESOLVED'] as const) {
    const sold = status === 'PAID' ? due : 0n;
    assert.equal(of(status, due * 2n, 2), due * 2n - sold);
    assert.equal(of(status, due * 100n, 2), 'confirming');
    assert.equal(of(status, due * 100n, 5), 'confirming');
    assert.equal(of(status, due * 100n, 6), due * 100n - sold);
  }
  assert.equal(of('PAID', due * 2n, 0), 'confirming', 'in no block any more');
  assert.equal(of('PAID', due, 0), 0n, 'only euros are left to refund');
});
