import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, cents, choice, confirmed, price, receipt } from '../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { settleOnTime } from './settlement.rules.ts';

const prompt = (amountMinor: bigint) => receipt(amountMinor, { ...confirmed, minedAt: at(75) });
const slow = (amountMinor: bigint) => receipt(amountMinor, { ...confirmed, minedAt: at(76), outputIndex: 1 });

test('what staff have released is taken from the coins at the promised price first, then from the slow ones', () => {
  const sell = (takenMinor: bigint) => {
    const sold = settleOnTime(
      { euro_amount: cents, tolerance_bps: 50 },
      choice('first'),
      [prompt(60_000n), slow(60_000n)],
      takenMinor,
      () => price / 2n,
    );
    return sold && [sold.coinMinor, sold.cents];
  };
  assert.deepEqual(sell(0n), [120_000n, 9_000n]);
  assert.deepEqual(sell(20_000n), [100_000n, 7_000n]);
  assert.deepEqual(sell(60_000n), [60_000n, 3_000n]);
  assert.deepEqual(sell(70_000n), [50_000n, 2_500n]);
  assert.equal(sell(120_000n), undefined);
});

test('a single unit is sold where it is worth a cent', () => {
  const dear = price * 10n;
  const sell = (one: Receipt) =>
    settleOnTime(
      { euro_amount: cents, tolerance_bps: 50 },
      choice('first', { price: dear }),
      [one],
      0n,
      () => dear,
    );
  for (const one of [prompt(1n), slow(1n)]) assert.deepEqual(sell(one), { coinMinor: 1n, cents: 1n });
});
