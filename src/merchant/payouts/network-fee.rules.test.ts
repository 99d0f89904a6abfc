import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueOf } from '../conversions/conversion.rules.ts';
import type { Entry } from '../ledger/ledger.rules.ts';
import { chargedMinor, chargeFee, feeCents, reserveFee, settleFee } from './network-fee.rules.ts';
import type { Payout } from './payout.rules.ts';

const cents = fc.bigInt({ min: 0n, max: 10n ** 7n });
const payoutWith = (fields: Partial<Payout>): Payout =>
  ({ id: 'payout', psp_id: 7, fee_allowance: 0n, fee_reserve: 0n, fee_charge: 0n, ...fields }) as Payout;

const sumOf = (entries: readonly Entry[], owner: string): bigint =>
  entries.filter((entry) => entry.owner === owner).reduce((sum, entry) => sum + entry.amountMinor, 0n);

test('the fee costs at least what it is worth, and less than a cent more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      (fee, price) => {
        const charged = feeCents('BTC', fee, price);
        const worth = valueOf('BTC', fee, price);
        assert.ok(charged === worth || charged === worth + 1n);
        assert.ok(charged * 10n ** 14n >= fee * price);
      },
    ),
  );
});

test('what the receiver leaves the network is not charged again', () => {
  assert.equal(chargedMinor({ fee_allowance: 100n }, 80n), 0n);
  assert.equal(chargedMinor({ fee_allowance: 100n }, 100n), 0n);
  assert.equal(chargedMinor({ fee_allowance: 100n }, 130n), 30n);
});

test('what was set aside is charged or given back to the cent, and the balance gives only what that lacks', () => {
  fc.assert(
    fc.property(cents, cents, fc.constantFrom('COMPLETED', 'FAILED', 'REVERSED'), (reserve, charge, end) => {
      const reserved = reserveFee(7, 'order', reserve).entries;
      const charged = chargeFee(payoutWith({ fee_reserve: reserve }), 'transaction', charge);
      const settled = settleFee(
        payoutWith({ fee_reserve: charged.reserveCents, fee_charge: charged.chargeCents }),
        end,
      ).flatMap((movement) => movement.entries);
      const all = [...reserved, ...charged.movement.entries, ...settled];
      assert.ok(all.every((entry) => entry.amountMinor !== 0n && entry.asset === 'EUR'));
      assert.equal(sumOf(all, 'psp:7:fees'), 0n, 'nothing stays set aside');
      assert.equal(sumOf(all, 'provider:fees'), end === 'COMPLETED' ? charge : 0n);
      assert.equal(sumOf(all, 'psp:7'), end === 'COMPLETED' ? -charge : 0n);
      assert.equal(charged.extraCents, charge > reserve ? charge - reserve : 0n);
    }),
  );
});
