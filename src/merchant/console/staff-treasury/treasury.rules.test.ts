import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposureOf, noBooks } from './treasury.rules.ts';

test('the provider’s own share is the sum of wallets, cold storage and outside, less what is owed', () => {
  const books = { ...noBooks('BTC'), available: 50n, held: 7n, fees: 3n, payouts: 40n };
  const there = { ...books, chain: -90n, cold: -20n, bank: -5n, sandbox: -1n };
  assert.deepEqual(exposureOf(there), {
    asset: 'BTC',
    owedMinor: 100n,
    walletMinor: 90n,
    coldMinor: 20n,
    outsideMinor: 6n,
    ownMinor: 16n,
  });
  assert.equal(exposureOf(books).ownMinor, -100n, 'nothing is there');
});
