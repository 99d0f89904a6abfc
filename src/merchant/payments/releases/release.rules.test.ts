import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Release } from '../facts/payment-facts.rules.ts';
import { releaseMovement, takeBackMovement } from './release.rules.ts';

const release = (payoutId: string | null): Release =>
  ({ id: 'r-1', coin: 'BTC', amount: 5n, payout_id: payoutId }) as Release;
const entries = (from: string, to: string) => [
  { owner: from, asset: 'BTC', amountMinor: -5n },
  { owner: to, asset: 'BTC', amountMinor: 5n },
];

test('released coins go to a payout if there is one, otherwise to the merchant', () => {
  assert.deepEqual(releaseMovement(7, release('o-1')), {
    kind: 'release',
    reference: 'r-1',
    entries: entries('psp:7:held', 'provider:payouts'),
  });
  assert.deepEqual(releaseMovement(7, release(null)).entries, entries('psp:7:held', 'psp:7'));
});

test('coins of a failed release are held again', () => {
  assert.deepEqual(takeBackMovement(7, release('o-1')), {
    kind: 'release_failed',
    reference: 'r-1',
    entries: entries('provider:payouts', 'psp:7:held'),
  });
});
