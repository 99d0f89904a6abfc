import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chainAccount, feeAccount, payoutAccount } from '../books/ledger.rules.ts';
import { completionOf, correctionOf, pauseMs, reversalOf, type Payout } from './payout.rules.ts';

const payout: Payout = {
  id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
  coin: 'BTC',
  kind: 'withdrawal',
  order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f61',
  psp_id: 1,
  address: 'a',
  destination_tag: null,
  destination: 'd',
  amount: 1000n,
  fee_allowance: 0n,
  fee_payer: 'merchant',
  fee_reserve: 0n,
  fee_charge: 0n,
  fee_covered: 0n,
  fee_borne: 0n,
  lost_fee: 0n,
  euro_value: 100n,
  status: 'SIGNED',
  batch_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f62',
  transaction_id: 't',
  fee: 7n,
  trouble: null,
  fee_corrections: 0,
  requested_by: 'client:sandbox-psp',
  approval: null,
  screening: null,
  reserved_weight: null,
  weight: null,
  source: null,
  source_number: null,
  created_at: new Date(0),
};

test('a completion sums to zero in the coin, and a reversal is its exact opposite', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 20n),
      fc.bigInt(0n, 10n ** 9n),
      fc.bigInt(0n, 10n ** 9n),
      (amount, fee, allowance) => {
        const booked = { ...payout, amount, fee, fee_allowance: allowance };
        const balances = new Map<string, bigint>();
        const book = (entries: readonly { owner: string; amountMinor: bigint }[]): void => {
          for (const entry of entries) {
            assert.notEqual(entry.amountMinor, 0n);
            balances.set(entry.owner, (balances.get(entry.owner) ?? 0n) + entry.amountMinor);
          }
        };
        book(completionOf(booked).entries);
        assert.equal(
          [...balances.values()].reduce((sum, one) => sum + one, 0n),
          0n,
        );
        assert.equal(balances.get(payoutAccount), -amount - allowance);
        assert.equal(balances.get(chainAccount), amount + fee);
        assert.equal(balances.get(feeAccount) ?? 0n, allowance - fee);
        book(reversalOf(booked).entries);
        assert.ok([...balances.values()].every((one) => one === 0n));
      },
    ),
  );
});

test('a correction books the difference in the fee, each with its own reference', () => {
  const more = correctionOf({ ...payout, fee: 100n }, 130n);
  assert.deepEqual(more.entries, [
    { owner: feeAccount, asset: 'BTC', amountMinor: -30n },
    { owner: chainAccount, asset: 'BTC', amountMinor: 30n },
  ]);
  const less = correctionOf({ ...payout, fee: 130n, fee_corrections: 1 }, 100n);
  assert.deepEqual(
    less.entries.map((entry) => entry.amountMinor),
    [30n, -30n],
  );
  assert.deepEqual([more.kind, more.reference], ['payout_fee', `${payout.id}:1`]);
  assert.deepEqual([less.kind, less.reference], ['payout_fee', `${payout.id}:2`]);
});

test('movements have the right kind, and empty ones are not booked', () => {
  assert.deepEqual([completionOf(payout).kind, completionOf(payout).reference], ['payout', payout.id]);
  assert.deepEqual([reversalOf(payout).kind, reversalOf(payout).reference], ['payout_reversed', payout.id]);
  assert.equal(completionOf({ ...payout, fee: 0n }).entries.length, 2);
  assert.equal(completionOf({ ...payout, fee: null, fee_allowance: 1n }).entries.length, 4);
});

test('the pause between broadcasts grows to a limit, and broadcasts never stop', () => {
  const seconds = (accepted: boolean) =>
    [0, 1, 2, 3, 4, 5, 6, 1000].map((attempts) => pauseMs(attempts, accepted) / 1000);
  assert.deepEqual(seconds(true), [30, 60, 120, 240, 480, 600, 600, 600]);
  assert.deepEqual(seconds(false), [1, 2, 4, 8, 16, 32, 60, 60]);
});
