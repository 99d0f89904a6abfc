import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cents,
  choice,
  credited,
  due,
  facts,
  price,
  receipt,
  refund,
  settled,
  type Case,
} from '../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import type { PaymentRecords, RefundShare } from '../facts/payment-facts.rules.ts';
import {
  isKept,
  refundableCents,
  refundableOf as refundableBesides,
  type LinkShare,
} from './refundable.rules.ts';

const present = () => price / 2n;

const refundableOf = (
  given: PaymentRecords,
  requiredDepth: Parameters<typeof refundableBesides>[1],
  presentPrice: Parameters<typeof refundableBesides>[2],
  links: readonly LinkShare[] = [],
) => refundableBesides(given, requiredDepth, presentPrice, links);

test('unsettled coins are valued at the present price, an excess at the price of the payment', () => {
  const of = (given: Case) => {
    const found = refundableOf(facts(given), () => 2, present);
    return typeof found === 'object' ? refundableCents(found) : found;
  };
  const receipts = [receipt(due * 2n, credited)];
  assert.equal(of({ payment: { status: 'UNRESOLVED' }, receipts }), cents);
  assert.equal(of({ payment: settled, receipts }), 2n * cents);
});

test('the refundable amount is the held coins plus the credit, minus earlier refunds', () => {
  const of = (given: Case) => {
    const found = refundableOf(facts(given), () => 2, present);
    assert.ok(typeof found !== 'string');
    return found;
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

test('an excess is refundable only when the coins have the confirmations required for their whole value', () => {
  // The payment asks for 100 euros.
  const requiredDepth = (_coin: string, cents: bigint): number => (cents < 100_000n ? 2 : 6);
  const of = (status: 'PAID' | 'UNRESOLVED', amountMinor: bigint, confirmations: number) => {
    const receipts = [receipt(amountMinor, { ...credited, confirmations })];
    const payment = status === 'PAID' ? settled : { status };
    const found = refundableOf(facts({ payment, receipts }), requiredDepth, present);
    return typeof found === 'object' ? found.heldMinor : found;
  };
  for (const status of ['PAID', 'UNRESOLVED'] as const) {
    const sold = status === 'PAID' ? due : 0n;
    assert.equal(of(status, due * 2n, 2), due * 2n - sold);
    assert.equal(of(status, due * 100n, 2), 'confirming');
    assert.equal(of(status, due * 100n, 5), 'confirming');
    assert.equal(of(status, due * 100n, 6), due * 100n - sold);
  }
  assert.equal(of('PAID', due * 2n, 0), 'confirming', 'no longer in a block');
  assert.equal(of('PAID', due, 0), 0n, 'only euros are left to refund');
});

test('a payment without held coins or credit is not refundable, and a single unit is', () => {
  const of = (given: Case) => {
    const found = refundableOf(facts(given), () => 2, present);
    return typeof found === 'object' ? [found.heldMinor, found.creditedCents] : found;
  };
  const all = { payment: settled, refunds: [refund({ euro_amount: cents })] };
  assert.equal(of({ ...all, receipts: [receipt(due, credited)] }), undefined);
  assert.deepEqual(of({ ...all, receipts: [receipt(due + 1n, credited)] }), [1n, 0n]);
  assert.deepEqual(
    of({ payment: settled, receipts: [receipt(due, credited)], refunds: [refund({ euro_amount: 9_999n })] }),
    [0n, 1n],
  );
  const unresolved = { status: 'UNRESOLVED' } as const;
  assert.equal(of({ payment: unresolved }), undefined);
  assert.deepEqual(of({ payment: unresolved, receipts: [receipt(1n, credited)] }), [1n, null]);
});

test('a refund requires enough confirmations of all credited coins of the kind, and of no others', () => {
  const of = (...more: Receipt[]) => {
    const choices = [choice('first'), choice('second', { coin: 'LTC' })];
    const receipts = [receipt(due + 1n, { ...credited, confirmations: 6 }), ...more];
    const found = refundableOf(facts({ choices, payment: settled, receipts }), () => 6, present);
    return typeof found === 'object' ? found.heldMinor : found;
  };
  assert.equal(of(), 1n);
  assert.equal(of(receipt(7n, credited)), 'confirming');
  assert.equal(of(receipt(7n)), 1n, 'not credited');
  assert.equal(of(receipt(7n, { ...credited, coin: 'LTC', destination: 'to second' })), 1n, 'another coin');
  const shallow = facts({ payment: settled, receipts: [receipt(due + 1n, credited)] });
  assert.equal(
    refundableOf(shallow, () => 6, present),
    'confirming',
    'a unit too',
  );
});

test('an unresolved payment with maturing coins is not refundable, and unmined coins do not delay it', () => {
  const of = (...receipts: Receipt[]) =>
    refundableOf(facts({ payment: { status: 'UNRESOLVED' }, receipts }), () => 2, present);
  const half = receipt(50_000n, credited);
  const unmined = receipt(9n, { confirmations: 0, outputIndex: 1 });
  assert.equal(typeof of(half), 'object');
  assert.equal(of(half, receipt(9n, { confirmations: 1, outputIndex: 1 })), 'confirming');
  assert.deepEqual(of(half, unmined), of(half), 'unmined coins do not delay it');
  assert.equal(of(unmined), 'confirming', 'there are no other coins');
  const young = receipt(9n, { confirmations: 1, outputIndex: 1 });
  const ofPaid = (refunds: RefundShare[] = []) =>
    refundableOf(
      facts({ payment: settled, receipts: [receipt(due, credited), young], refunds }),
      () => 2,
      present,
    );
  assert.equal(typeof ofPaid(), 'object', 'the euros of a paid one are the merchant’s');
  assert.equal(ofPaid([refund({ euro_amount: cents })]), undefined, 'the whole credit is refunded');
});

const link = (euroCents: bigint, heldMinor = 0n, totalCents: bigint | null = euroCents): LinkShare => ({
  total_euro_amount: totalCents,
  euro_amount: euroCents,
  held_coin_amount: heldMinor,
});

test('open links keep their euros and coins of a settled payment', () => {
  const given = facts({ payment: settled, receipts: [receipt(due + 40_000n, credited)] });
  const of = (...links: LinkShare[]) => {
    const found = refundableOf(given, () => 2, present, links);
    return typeof found === 'object' ? [found.heldMinor, found.creditedCents] : found;
  };
  assert.deepEqual(of(link(4_000n), link(1n, 30_000n)), [10_000n, cents - 4_001n]);
  assert.equal(of(link(cents, 40_000n)), 'linked');
  assert.deepEqual(of(link(0n, 40_001n)), [0n, cents], 'a reorganisation removed a kept coin');
  assert.deepEqual(of(link(0n, 0n, null)), [40_000n, cents], 'the link was made before the settlement');
});

test('an open link keeps all coins of an unresolved payment', () => {
  const given = facts({ payment: { status: 'UNRESOLVED' }, receipts: [receipt(due, credited)] });
  assert.equal(
    refundableOf(given, () => 2, present, [link(0n, 0n, null)]),
    'linked',
  );
  assert.deepEqual(
    [
      isKept('UNRESOLVED', [link(0n, 0n, null)]),
      isKept('UNRESOLVED', []),
      isKept('PAID', [link(0n, 0n, null)]),
    ],
    [true, false, false],
  );
});
