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
  sandboxAccount,
  tradingAccount,
  transfer,
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
