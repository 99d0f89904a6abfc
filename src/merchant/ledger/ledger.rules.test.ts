import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  availableTo,
  bankAccount,
  chainAccount,
  feeAccount,
  formatPlace,
  heldFor,
  lossAccount,
  parsePlace,
  payoutAccount,
  shownReference,
  sandboxAccount,
  tradingAccount,
  transfer,
  windowsBack,
} from './ledger.rules.ts';

test('what one account loses the other gains', () => {
  assert.deepEqual(transfer(availableTo(7), heldFor(7), 'EUR', 5n), [
    { owner: 'psp:7', asset: 'EUR', amountMinor: -5n },
    { owner: 'psp:7:held', asset: 'EUR', amountMinor: 5n },
  ]);
});

test('a place in a statement is read as it was written, and nothing that was made up', () => {
  const place = { createdAtMs: 1_772_000_000_000, accountId: 12n, sequence: 123_456_789_012_345_678n };
  assert.deepEqual(parsePlace(formatPlace(place)), place);
  assert.equal(formatPlace(place), '1772000000000-12-123456789012345678');
  for (const text of ['', '1-2', '1-2-3-4', 'x1-2-3', '1-2-3x', '-1-2-3', '1-2-1234567890123456789']) {
    assert.equal(parsePlace(text), undefined, text);
  }
});

test('accounts keep their names, under which everything is booked', () => {
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

test('a reference is shown as a plain id, and what staff wrote as they wrote it', () => {
  const id = '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60';
  const shown = (kind: string, reference: string) => shownReference({ kind, reference });
  assert.equal(shown('network_fee_returned', `${id}:FAILED`), id);
  assert.equal(shown('network_fee_returned', `${id}:corrected:1`), id);
  assert.equal(shown('order', id), id);
  assert.equal(shown('deposit', 'BTC:ab:0:1'), 'BTC:ab:0:1');
  assert.equal(shown('adjustment', `${id}: by hand`), `${id}: by hand`);
});

test('the pieces of a time join from its end to its beginning, whatever is open', () => {
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
