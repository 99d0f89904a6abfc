import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueOf } from '../market/conversions/conversion.rules.ts';
import type { Entry } from '../books/ledger.rules.ts';
import { chargedMinor, chargeFee, feeCents, reserveFee, settleFee } from './network-fee.rules.ts';
import type { Payout } from './payout.rules.ts';

/** One satoshi costs one cent. */
const price = 10n ** 14n;
const amount = fc.bigInt({ min: 0n, max: 10n ** 7n });
const fresh: Partial<Payout> = {
  fee: null,
  fee_allowance: 0n,
  fee_reserve: 0n,
  fee_charge: 0n,
  fee_covered: 0n,
  fee_borne: 0n,
  lost_fee: 0n,
};
/** Exceeds all costs in this file. */
const plenty = 10n ** 12n;
const part = (transactionId: string, feeMinor: bigint, priced = price, availableCents = plenty) => ({
  transactionId,
  feeMinor,
  availableCents,
  price: () => priced,
});
const payoutWith = (fields: Partial<Payout>): Payout =>
  ({ id: 'payout', order_id: 'order', psp_id: 7, coin: 'BTC', ...fresh, ...fields }) as Payout;

const sumOf = (entries: readonly Entry[], owner: string): bigint =>
  entries.filter((entry) => entry.owner === owner).reduce((sum, entry) => sum + entry.amountMinor, 0n);

test('the fee in cents is at least its value and less than a cent above it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      (fee, anyPrice) => {
        const charged = feeCents('BTC', fee, anyPrice);
        const worth = valueOf('BTC', fee, anyPrice);
        assert.ok(charged === worth || charged === worth + 1n);
        assert.ok(charged * 10n ** 14n >= fee * anyPrice);
      },
    ),
  );
});

test('the fee allowance paid by the recipient is not charged', () => {
  assert.equal(chargedMinor({ fee_allowance: 100n }, 80n), 0n);
  assert.equal(chargedMinor({ fee_allowance: 100n }, 100n), 0n);
  assert.equal(chargedMinor({ fee_allowance: 100n }, 130n), 30n);
});

test('the reserve is charged or given back to the cent, and the balance pays only the missing part', () => {
  fc.assert(
    fc.property(amount, amount, fc.constantFrom('COMPLETED', 'FAILED', 'REVERSED'), (reserve, fee, end) => {
      const reserved = reserveFee(7, 'order', reserve).entries;
      const before = payoutWith({ fee_reserve: reserve });
      const charge = chargeFee(before, part('transaction', fee));
      const after = payoutWith({
        fee,
        fee_reserve: charge?.reserveCents ?? reserve,
        fee_charge: charge?.chargeCents ?? 0n,
        fee_covered: charge?.coveredMinor ?? 0n,
      });
      const settled = settleFee(after, end);
      const all = [
        ...reserved,
        ...(charge?.movement?.entries ?? []),
        ...settled.movements.flatMap((movement) => movement.entries),
      ];
      const paid = end === 'COMPLETED' ? fee : 0n;
      assert.ok(all.every((entry) => entry.amountMinor !== 0n && entry.asset === 'EUR'));
      assert.equal(sumOf(all, 'psp:7:fees'), 0n, 'nothing stays set aside');
      assert.equal(sumOf(all, 'provider:fees'), paid);
      assert.equal(sumOf(all, 'psp:7'), -paid);
      assert.equal(settled.chargeCents, paid);
      assert.equal(charge?.extraCents ?? 0n, fee > reserve ? fee - reserve : 0n);
    }),
  );
});

test('a raise charges only the difference, and a cheaper mined transaction returns the excess', () => {
  fc.assert(
    fc.property(amount, amount, fc.boolean(), (first, more, dearest) => {
      const one = chargeFee(payoutWith({}), part('first', first));
      const signed = payoutWith({
        fee: first,
        fee_charge: one?.chargeCents ?? 0n,
        fee_covered: one?.coveredMinor ?? 0n,
      });
      const two = chargeFee(signed, part('second', first + more, price * 2n));
      assert.equal(two?.extraCents ?? 0n, more * 2n);
      const raised = payoutWith({
        fee: dearest ? first + more : first,
        fee_charge: two?.chargeCents ?? signed.fee_charge,
        fee_covered: two?.coveredMinor ?? signed.fee_covered,
      });
      const { chargeCents, coveredMinor } = settleFee(raised, 'COMPLETED');
      if (dearest) assert.equal(chargeCents, first + more * 2n);
      assert.ok(chargeCents >= coveredMinor, 'no less than it was worth when it was first signed');
      assert.ok(chargeCents <= first + more * 2n);
    }),
  );
});

test('the provider bears the part that a merchant cannot pay, and a later raise charges the missing part', () => {
  const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(amount, amount, amount, anyPrice, (reserve, available, fee, priced) => {
      const payout = payoutWith({ fee_reserve: reserve });
      const charge = chargeFee(payout, part('first', fee, priced, available));
      if (!charge) return assert.equal(fee, 0n);
      const takenCents = reserve - charge.reserveCents + charge.extraCents;
      assert.equal(charge.coveredMinor + charge.borneMinor, fee);
      assert.equal(charge.chargeCents, takenCents);
      assert.ok(charge.reserveCents >= 0n && charge.extraCents >= 0n && charge.extraCents <= available);
      assert.equal(charge.borneMinor > 0n, charge.wantedCents > reserve + available);
      assert.equal(charge.coveredMinor > 0n, takenCents > 0n, 'nothing is taken for nothing');
      assert.ok(takenCents <= feeCents('BTC', charge.coveredMinor, priced) + 1n);
      // The remaining cents do not buy one more unit.
      const keptCents = reserve + available - takenCents;
      if (charge.borneMinor > 0n) assert.ok(keptCents * fee < charge.wantedCents + fee);
      const later = payoutWith({
        fee_charge: charge.chargeCents,
        fee_covered: charge.coveredMinor,
        fee_borne: charge.borneMinor,
      });
      const raised = chargeFee(later, part('second', fee + 1n));
      assert.deepEqual([raised?.coveredMinor, raised?.borneMinor], [fee + 1n, 0n]);
    }),
  );
});

test('if a cheaper transaction is mined, the provider gets its part back first, and a merchant only its own', () => {
  fc.assert(
    fc.property(amount, amount, amount, (covered, borne, mined) => {
      const payout = payoutWith({
        fee: mined,
        fee_charge: covered * 2n,
        fee_covered: covered,
        fee_borne: borne,
      });
      const settled = settleFee(payout, 'COMPLETED');
      assert.equal(settled.coveredMinor, mined < covered ? mined : covered);
      const over = mined > covered ? mined - covered : 0n;
      assert.equal(settled.borneMinor, over < borne ? over : borne);
      if (mined >= covered) assert.equal(settled.chargeCents, covered * 2n);
      const failed = settleFee(payout, 'FAILED');
      assert.deepEqual([failed.chargeCents, failed.coveredMinor, failed.borneMinor], [0n, 0n, 0n]);
    }),
  );
});

test('each movement names its purpose, and empty movements are not booked', () => {
  assert.deepEqual(reserveFee(7, 'order', 3n), {
    kind: 'network_fee',
    reference: 'order',
    entries: [
      { owner: 'psp:7', asset: 'EUR', amountMinor: -3n },
      { owner: 'psp:7:fees', asset: 'EUR', amountMinor: 3n },
    ],
  });
  const charge = (covered: bigint) =>
    chargeFee(payoutWith({ fee_covered: covered, fee_reserve: 9n }), part('t', 5n));
  const { kind, reference } = charge(4n)?.movement ?? {};
  assert.deepEqual([kind, reference], ['network_fee_charged', 'order:payout:t']);
  assert.equal(charge(5n), undefined);
  assert.equal(charge(6n), undefined, 'a cheaper one was signed');
  const settle = (fields: Partial<Payout>) => settleFee(payoutWith(fields), 'COMPLETED');
  assert.deepEqual(settle({ fee_reserve: 4n }).movements, [
    {
      kind: 'network_fee_returned',
      reference: 'order:payout:COMPLETED',
      entries: [
        { owner: 'psp:7:fees', asset: 'EUR', amountMinor: -4n },
        { owner: 'psp:7', asset: 'EUR', amountMinor: 4n },
      ],
    },
  ]);
  assert.deepEqual(settle({ fee: 5n, fee_charge: 5n, fee_covered: 5n }).movements, []);
  assert.equal(
    settle({ fee: 9n, fee_covered: 5n }).coveredMinor,
    5n,
    'what more was mined nobody was charged for',
  );
  assert.equal(settle({ fee: 3n, fee_charge: 5n, fee_covered: 5n }).coveredMinor, 3n);
});
