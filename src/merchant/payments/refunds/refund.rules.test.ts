import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coinCodes } from '../../assets/asset.rules.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { lostShareOf, type Refund } from '../facts/payment-facts.rules.ts';
import { refundableCents, type Refundable } from '../judging/refundable.rules.ts';
import {
  describeRefund,
  giveBackMovement,
  planRefund,
  refundMovement,
  returnFeeMovement,
  type RefundPlan,
} from './refund.rules.ts';

/** 50 000 EUR per bitcoin: 2 000 satoshi per euro. */
const price = 50_000n * 10n ** 8n;
const held = (heldMinor: bigint, creditedCents: bigint | null): Refundable => ({
  coin: 'BTC',
  price,
  heldMinor,
  creditedCents,
});
const terms = (requestedCents?: bigint, feeMinor = 200n, feeCents?: bigint) => ({
  requestedCents,
  feeMinor,
  feeCents,
  buyPrice: () => price * 2n,
});

function plan(refundable: Refundable, ...given: Parameters<typeof terms>): RefundPlan {
  const made = planRefund(refundable, terms(...given));
  assert.ok(typeof made === 'object');
  return made;
}

test('an unsettled payment is refunded in full, minus the fee', () => {
  const made = plan(held(20_000n, null));
  assert.deepEqual(made, {
    totalCents: 1000n,
    heldMinor: 20_000n,
    boughtMinor: 0n,
    euroCents: 0n,
    feeMinor: 200n,
    sentMinor: 19_800n,
    feeReserveCents: undefined,
  });
  assert.equal(plan(held(20_000n, null), 1000n).sentMinor, 19_800n);
  for (const about of [950n, 999n, 1050n]) assert.equal(plan(held(20_000n, null), about).totalCents, 1000n);
  assert.equal(planRefund(held(20_000n, null), terms(949n)), 'not_whole');
  assert.equal(planRefund(held(20_000n, null), terms(1051n)), 'too_much');
  assert.equal(planRefund(held(745n, null), terms()), 'too_small');
  assert.equal(plan(held(746n, null)).sentMinor, 546n);
});

test('a paid payment refunds the excess first, then coins bought at the present price', () => {
  const refundable = held(20_000n, 5_000n);
  assert.equal(refundableCents(refundable), 6_000n);
  const excess = plan(refundable, 1000n);
  assert.deepEqual([excess.heldMinor, excess.boughtMinor, excess.euroCents], [20_000n, 0n, 0n]);
  const part = plan(refundable, 400n);
  assert.deepEqual([part.heldMinor, part.euroCents], [8_000n, 0n]);
  const more = plan(refundable, 1_500n);
  assert.deepEqual([more.heldMinor, more.euroCents, more.boughtMinor], [20_000n, 500n, 5_000n]);
  const all = plan(refundable);
  assert.deepEqual([all.totalCents, all.sentMinor, all.feeMinor], [6_000n, 70_000n, 0n]);
  assert.equal(planRefund(refundable, terms(6_001n)), 'too_much');
});

test('held coins are taken only for the value of the euros, rounded down', () => {
  // 30 000 EUR per bitcoin: 3 333⅓ satoshi per euro.
  const refundable = { ...held(20_000n, 5_000n), price: 30_000n * 10n ** 8n };
  const taken = (cents: bigint) => plan(refundable, cents).heldMinor;
  assert.deepEqual([taken(100n), taken(200n), taken(300n)], [3_333n, 6_666n, 10_000n]);
  assert.deepEqual([taken(599n), taken(600n)], [19_966n, 20_000n]);
});

test('amounts below the dust limit are not sent', () => {
  assert.equal(planRefund(held(0n, 5_000n), terms(54n)), 'too_small');
  assert.equal(plan(held(0n, 5_000n), 55n).sentMinor, 550n);
  // At a price of one cent per smallest unit, an amount in cents equals an amount in units.
  const least = { BTC: 546n, BCH: 546n, LTC: 5460n, ETH: 1n, XRP: 1n };
  for (const coin of coinCodes) {
    const unit = coin === 'ETH' ? 10n ** 10n : 1n;
    const of = (units: bigint) =>
      planRefund(
        { coin, price: 10n ** (coin === 'XRP' ? 12n : 14n), heldMinor: units * unit, creditedCents: 0n },
        terms(units),
      );
    if (coin !== 'ETH') assert.equal(of(least[coin] - 1n), 'too_small', coin);
    const sent = of(least[coin]);
    assert.equal(typeof sent === 'object' && sent.sentMinor, least[coin] * unit, coin);
  }
  const wei = { coin: 'ETH', price, heldMinor: 1n, creditedCents: null } as const;
  assert.equal(plan(wei, undefined, 0n).sentMinor, 1n);
});

test('a refund of a paid payment reserves the fee from the merchant, and a refund below its fee is refused', () => {
  assert.equal(plan(held(0n, 5_000n), 60n, 200n, 20n).feeReserveCents, 20n);
  assert.equal(plan(held(0n, 5_000n), 60n, 200n, 60n).feeReserveCents, 60n);
  assert.equal(planRefund(held(0n, 5_000n), terms(60n, 200n, 61n)), 'below_fee');
  assert.equal(
    plan({ ...held(1_000n, 0n), price: 1n }, 0n).feeReserveCents,
    undefined,
    'the provider pays it',
  );
  const unsettled = plan(held(20_000n, null), undefined, 200n, 20n);
  assert.deepEqual([unsettled.feeReserveCents, unsettled.feeMinor], [0n, 200n], 'the receiver bears it');
});

test('the coins pay the fee of a refund that buys none, if the merchant’s euros do not cover it', () => {
  const shareOf = (requestedCents: bigint, balanceCents: bigint) => {
    const made = planRefund(held(20_000n, 5_000n), { ...terms(requestedCents, 200n, 20n), balanceCents });
    return typeof made === 'object' && [made.sentMinor, made.feeMinor, made.feeReserveCents];
  };
  assert.deepEqual(shareOf(1_000n, 20n), [20_000n, 0n, 20n]);
  assert.deepEqual(shareOf(1_000n, 19n), [19_800n, 200n, 0n]);
  assert.deepEqual(shareOf(1_100n, 19n), [21_000n, 0n, 20n], 'bought coins');
  const byProvider = planRefund(held(20_000n, 5_000n), { ...terms(1_000n), balanceCents: 0n });
  assert.equal(typeof byProvider === 'object' && byProvider.feeMinor, 0n);
});

test('the price is read only if coins are bought', () => {
  const without = { ...terms(1000n), buyPrice: () => assert.fail('nothing has to be bought') };
  assert.equal(typeof planRefund(held(20_000n, 5_000n), without), 'object');
});

test('no refund takes more than is available, and its movement can be undone exactly', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...coinCodes),
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.option(fc.bigInt({ min: 1n, max: 10n ** 9n })),
      fc.option(fc.bigInt({ min: 1n, max: 10n ** 9n }), { nil: undefined }),
      fc.bigInt({ min: 10n ** 6n, max: 10n ** 13n }),
      (coin, heldMinor, creditedCents, requestedCents, anyPrice) => {
        const refundable = { coin, price: anyPrice, heldMinor, creditedCents };
        const made = planRefund(refundable, {
          requestedCents,
          feeMinor: 1000n,
          feeCents: undefined,
          buyPrice: () => anyPrice,
        });
        if (typeof made === 'string') return;
        assert.ok(made.heldMinor <= heldMinor);
        assert.ok(made.euroCents <= (creditedCents ?? 0n));
        assert.ok(made.sentMinor > 0n);
        assert.equal(made.sentMinor + made.feeMinor, made.heldMinor + made.boughtMinor);
        assert.ok(valueOf(coin, made.boughtMinor, anyPrice) <= made.euroCents);
        const movement = refundMovement(1, refundOf(coin, made));
        const back = giveBackMovement(1, refundOf(coin, made));
        const sums = new Map<string, bigint>();
        for (const { owner, asset, amountMinor } of [...movement.entries, ...back.entries]) {
          assert.notEqual(amountMinor, 0n);
          sums.set(`${owner} ${asset}`, (sums.get(`${owner} ${asset}`) ?? 0n) + amountMinor);
        }
        assert.ok([...sums.values()].every((sum) => sum === 0n));
      },
    ),
    { numRuns: 500 },
  );
});

test('the amount sent is shown minus the fee, and the bookings have a kind of their own', () => {
  const refund = { ...refundOf('BTC', plan(held(20_000n, 5_000n), 1_500n)), fee_coin_amount: 100n };
  const described = describeRefund(refund, null);
  assert.equal(described.refund_cryptocurrency_amount, '0.00024900');
  assert.equal(described.network_fee, null);
  assert.equal(describeRefund(refund, 12n).network_fee, '0.12');
  const out = refundMovement(1, refund);
  assert.deepEqual([out.kind, out.reference, out.entries.length], ['refund', 'refund', 6]);
  const back = giveBackMovement(1, refund);
  assert.deepEqual([back.kind, back.reference, back.entries.length], ['refund_failed', 'refund', 6]);
});

test('a lost fee is booked as a fee, and returns to the coins if it was not charged', () => {
  const refund = { ...refundOf('BTC', plan(held(20_000n, null))), lost_fee_coin_amount: 150n };
  assert.deepEqual(giveBackMovement(1, refund).entries, [
    { owner: 'provider:payouts', asset: 'BTC', amountMinor: -19_850n },
    { owner: 'psp:1:held', asset: 'BTC', amountMinor: 19_850n },
    { owner: 'provider:payouts', asset: 'BTC', amountMinor: -150n },
    { owner: 'provider:fees', asset: 'BTC', amountMinor: 150n },
  ]);
  const returned = returnFeeMovement(refund, 2, 50n);
  assert.deepEqual([returned.kind, returned.reference], ['refund_fee_returned', 'refund:2']);
  assert.deepEqual(returned.entries, [
    { owner: 'provider:fees', asset: 'BTC', amountMinor: -50n },
    { owner: 'psp:1:held', asset: 'BTC', amountMinor: 50n },
  ]);
  assert.deepEqual(
    [lostShareOf(refund, 199n), lostShareOf(refund, 200n), lostShareOf(refund, 201n)],
    [199n, 200n, 200n],
  );
});

const refundOf = (coin: Refund['coin'], made: RefundPlan): Refund => ({
  id: 'refund',
  psp_id: 1,
  payment_id: 'payment',
  choice_id: 'choice',
  order_id: 'order',
  payout_id: 'payout',
  status: 'PROCESSING',
  coin,
  address: '',
  destination_tag: null,
  reason: '',
  total_euro_amount: made.totalCents,
  held_coin_amount: made.heldMinor,
  bought_coin_amount: made.boughtMinor,
  euro_amount: made.euroCents,
  fee_coin_amount: made.feeMinor,
  lost_fee_coin_amount: 0n,
  created_at: new Date(0),
  updated_at: new Date(0),
});
