import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  availableTo,
  bankAccount,
  chainAccount,
  claimOn,
  feeAccount,
  formatPlace,
  heldFor,
  lossAccount,
  parsePlace,
  payoutAccount,
  settlingOf,
  shownReference,
  sandboxAccount,
  tradingAccount,
  transfer,
  windowsBack,
  type Movement,
} from './ledger.rules.ts';

test('a transfer takes from one account what it gives to the other', () => {
  assert.deepEqual(transfer(availableTo(7), heldFor(7), 'EUR', 5n), [
    { owner: 'psp:7', asset: 'EUR', amountMinor: -5n },
    { owner: 'psp:7:held', asset: 'EUR', amountMinor: 5n },
  ]);
});

test('income and new claims of a PSP settle its claims, once for each asset', () => {
  const movement = (reference: string, entries: Movement['entries']) => ({
    kind: 'order' as const,
    reference,
    entries,
  });
  const settling = settlingOf([
    movement('a', transfer(availableTo(7), heldFor(7), 'EUR', 5n)),
    movement('b', transfer(bankAccount, availableTo(7), 'BTC', 5n)),
    movement('c', transfer(bankAccount, availableTo(7), 'BTC', 6n)),
    movement('d', transfer(claimOn(8), tradingAccount, 'EUR', 5n)),
  ]);
  assert.deepEqual(settling, [
    { available: 'psp:7', asset: 'BTC', reference: 'b' },
    { available: 'psp:8', asset: 'EUR', reference: 'd' },
  ]);
});

test('a statement cursor is parsed as it was formatted, and invalid ones are rejected', () => {
  const place = { createdAtMs: 1_772_000_000_000, accountId: 12n, sequence: 123_456_789_012_345_678n };
  assert.deepEqual(parsePlace(formatPlace(place)), place);
  assert.equal(formatPlace(place), '1772000000000-12-123456789012345678');
  for (const text of ['', '1-2', '1-2-3-4', 'x1-2-3', '1-2-3x', '-1-2-3', '1-2-1234567890123456789']) {
    assert.equal(parsePlace(text), undefined, text);
  }
});

test('account names never change, because entries are booked under them', () => {
  const provider = [
    tradingAccount,
    bankAccount,
    chainAccount,
    payoutAccount,
    feeAccount,
    lossAccount,
    sandboxAccount,
  ];
  assert.deepEqual(
    provider.map((name) => name.replace('provider:', '')),
    ['trading', 'bank', 'chain', 'payouts', 'fees', 'losses', 'sandbox'],
  );
  assert.ok(provider.every((name) => name.startsWith('provider:')));
});

test('a reference is shown as a plain id, and one written by staff unchanged', () => {
  const id = '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60';
  const shown = (kind: string, reference: string) => shownReference({ kind, reference });
  assert.equal(shown('network_fee_returned', `${id}:FAILED`), id);
  assert.equal(shown('network_fee_returned', `${id}:corrected:1`), id);
  assert.equal(shown('order', id), id);
  assert.equal(shown('deposit', 'BTC:ab:0:1'), 'BTC:ab:0:1');
  assert.equal(shown('adjustment', `${id}: by hand`), `${id}: by hand`);
  assert.equal(shown('claim_settled', `transfer 7:${id}`), 'transfer 7');
});

test('the windows of a period join without a gap, also for open periods', () => {
  const at = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
  const latest = at('2026-11-16');
  const spans = (period: { from?: Date; to?: Date }) =>
    windowsBack(latest, period).map(({ from, to }) => [
      from?.toISOString().slice(0, 10),
      to?.toISOString().slice(0, 10),
    ]);
  assert.deepEqual(spans({}), [
    ['2026-10-20', undefined],
    ['2026-06-18', '2026-10-20'],
    [undefined, '2026-06-18'],
  ]);
  assert.deepEqual(spans({ from: at('2026-11-01') }), [['2026-11-01', undefined]]);
  assert.deepEqual(spans({ from: at('2026-01-01'), to: at('2026-08-01') }), [
    ['2026-06-18', '2026-08-01'],
    ['2026-01-01', '2026-06-18'],
  ]);
  assert.deepEqual(spans({ to: at('2020-01-01') }), [[undefined, '2020-01-01']]);
});
