import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, harmOf, isForTreasury, isOwnTask } from './alert-tasks.rules.ts';

const nowMs = Date.UTC(2026, 2, 1);
const alert = (kind: Parameters<typeof isOwnTask>[0], coin = '', count = 1) => ({ kind, coin, count });

test('an alert in which something is lost ranks above one in which people wait, and that above a check', () => {
  assert.equal(harmOf({ kind: 'payment_reversed', tone: 'bad' }), 'loss');
  assert.equal(harmOf({ kind: 'payout_frozen', tone: 'warn' }), 'waiting');
  assert.equal(harmOf({ kind: 'wallet_low', tone: 'warn' }), 'check');
});

test('alerts about subjects that are tasks themselves are left out, and money goes to the treasury', () => {
  assert.deepEqual([isOwnTask('payout_approval'), isOwnTask('payout_frozen')], [true, false]);
  assert.deepEqual([isForTreasury('claim_open'), isForTreasury('chain_late')], [true, false]);
});

test('an alert began when its table or its age says, and otherwise at an unknown time', () => {
  const since = new Date(nowMs - 1000);
  const rows = [
    { kind: 'payout_frozen', coin: 'LTC', since },
    { kind: 'adjustment_waits', coin: '', since },
  ];
  assert.deepEqual(beginningOf(alert('payout_frozen', 'LTC'), rows, nowMs), since);
  assert.equal(beginningOf(alert('payout_frozen', 'BTC'), rows, nowMs), undefined);
  assert.deepEqual(beginningOf(alert('adjustment_waits'), rows, nowMs), since);
  assert.deepEqual(beginningOf(alert('chain_late', 'BTC', 90.4), rows, nowMs), new Date(nowMs - 90_000));
  assert.equal(beginningOf(alert('no_price', 'BTC'), rows, nowMs), undefined);
});
