import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chainAccount, feeAccount, payoutAccount } from '../ledger/ledger.rules.ts';
import {
  completionOf,
  judgePayout,
  nextReviewHeight,
  pauseMs,
  payoutStatuses,
  reversalOf,
  type Payout,
  type PayoutVerdict,
} from './payout.rules.ts';

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
  euro_value: 100n,
  status: 'SIGNED',
  transaction_id: 't',
  fee: 7n,
  last_height: null,
  attempts: 0,
  trouble: null,
  due_at: null,
  created_at: new Date(0),
};

/** Status, confirmations, confirmations of what excludes it, last height, at height 100 with 3 required. */
const table: readonly (readonly [Payout['status'], number, number, bigint | null, PayoutVerdict])[] = [
  ['RESERVED', 0, 0, null, 'wait'],
  ['SIGNED', 0, 0, null, 'send'],
  ['SIGNED', 2, 0, null, 'wait'],
  ['SIGNED', 3, 0, null, 'complete'],
  ['SIGNED', 0, 2, null, 'send'],
  ['SIGNED', 0, 3, null, 'exclude'],
  ['SIGNED', 0, 0, 100n, 'send'],
  ['SIGNED', 0, 0, 98n, 'send'],
  ['SIGNED', 0, 0, 97n, 'expire'],
  ['SIGNED', 0, 1, 90n, 'send'],
  ['SIGNED', 0, 3, 90n, 'exclude'],
  ['SIGNED', 1, 0, 90n, 'wait'],
  ['SIGNED', 3, 0, 90n, 'complete'],
  ['COMPLETED', 3, 0, null, 'wait'],
  ['COMPLETED', 1, 0, null, 'wait'],
  ['COMPLETED', 0, 0, null, 'send'],
  ['COMPLETED', 0, 2, null, 'send'],
  ['COMPLETED', 0, 3, null, 'exclude'],
  ['COMPLETED', 0, 0, 97n, 'expire'],
  ['FAILED', 0, 5, null, 'wait'],
  ['FAILED', 1, 0, null, 'alarm'],
  ['REVERSED', 0, 9, null, 'wait'],
  ['REVERSED', 2, 0, null, 'alarm'],
];

for (const [status, confirmations, excludedConfirmations, lastHeight, verdict] of table) {
  const name = `${status} with ${confirmations} confirmations, ${excludedConfirmations} against it, last block ${lastHeight}`;
  test(`${name}: ${verdict}`, () => {
    const judged = { status, last_height: lastHeight };
    assert.equal(judgePayout(judged, { confirmations, excludedConfirmations }, 100, 3), verdict);
  });
}

const anyState = fc.record({
  status: fc.constantFrom(...payoutStatuses),
  lastHeight: fc.option(fc.bigInt(80n, 120n)),
  confirmations: fc.nat(8),
  excludedConfirmations: fc.nat(8),
  required: fc.integer({ min: 1, max: 6 }),
});

test('a payout that is in a block is never given up', () => {
  fc.assert(
    fc.property(anyState, ({ status, lastHeight, confirmations, excludedConfirmations, required }) => {
      const sent = { confirmations: confirmations + 1, excludedConfirmations };
      const verdict = judgePayout({ status, last_height: lastHeight }, sent, 100, required);
      assert.ok(verdict !== 'exclude' && verdict !== 'expire' && verdict !== 'send', verdict);
    }),
  );
});

test('with nothing new but blocks, no verdict changes before the block it is looked at again', () => {
  fc.assert(
    fc.property(anyState, ({ status, lastHeight, confirmations, excludedConfirmations, required }) => {
      // No chain has both a transaction and what excludes it.
      const excluded = confirmations > 0 ? 0 : excludedConfirmations;
      const at = (height: number): PayoutVerdict =>
        judgePayout(
          { status, last_height: lastHeight },
          {
            confirmations: confirmations === 0 ? 0 : confirmations + height - 100,
            excludedConfirmations: excluded === 0 ? 0 : excluded + height - 100,
          },
          height,
          required,
        );
      const sent = { confirmations, excludedConfirmations: excluded };
      const next = nextReviewHeight({ status, last_height: lastHeight }, sent, 100, required);
      for (let height = 100; height < (next ?? 140); height++) assert.equal(at(height), at(100));
      if (next !== null) assert.notEqual(at(next), at(100));
    }),
  );
});

test('what a completion books sums to zero in the coin, and a reversal undoes it entirely', () => {
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

test('the same bytes are sent again after growing pauses, and for ever', () => {
  for (const accepted of [true, false]) {
    const pauses = Array.from({ length: 50 }, (_, attempts) => pauseMs(attempts, accepted));
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.ok((pauses.at(-1) ?? 0) <= 600_000);
  }
  assert.ok(pauseMs(0, false) <= 1000);
});
