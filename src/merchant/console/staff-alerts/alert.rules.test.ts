import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertsOf, watchedFigures, type Figure, type Waiting } from './alert.rules.ts';

const calm: Waiting = {
  adjustments: 0,
  ceilings: 0,
  coinsOff: new Set(),
  dailyPayouts: new Map(),
  failingWebhooks: 0,
};
const figure = (name: string, value: number, labels: Figure['labels'] = {}): Figure => ({
  name,
  value,
  labels,
});
const kindsOf = (figures: readonly Figure[], waiting: Partial<Waiting> = {}) =>
  alertsOf(figures, { ...calm, ...waiting }).map(({ kind, coin }) => `${kind} ${coin}`.trim());

test('values within their limits raise no alert', () => {
  const quiet = [
    figure('chain_age_seconds', 60, { coin: 'BTC' }),
    figure('chain_stopped', 0, { coin: 'BTC' }),
    figure('rate_books_used', 1, { pair: 'BTCEUR' }),
    figure('payouts_troubled', 0, { coin: 'BTC', state: 'reserved' }),
    figure('payouts_oldest_seconds', 3600, { coin: 'BTC', state: 'reserved' }),
    figure('payouts_held', 5, { coin: 'BTC', hold: 'screening' }),
    figure('wallet_balance', 0, { coin: 'BTC' }),
    figure('webhook_oldest_due_seconds', 300),
    figure('jobs_waiting', 9, { state: 'due' }),
    figure('payment_alerts', 0, { kind: 'reversed' }),
    figure('open_claims', 0, { asset: 'EUR' }),
    figure('chain_reviews_waiting', 100, { coin: 'BTC' }),
  ];
  assert.deepEqual(kindsOf(quiet), []);
});

test('an open claim on a PSP raises an alert', () => {
  assert.deepEqual(kindsOf([figure('open_claims', 2, { asset: 'EUR' })]), ['claim_open EUR']);
});

test('each figure has its own limit, alerts are summed by coin, and the worst come first', () => {
  const troubled = [
    figure('payouts_frozen', 1, { coin: 'LTC' }),
    figure('chain_age_seconds', 61, { coin: 'BTC' }),
    figure('rate_books_used', 0, { pair: 'XRPEUR' }),
    figure('payouts_troubled', 2, { coin: 'ETH', state: 'reserved' }),
    figure('payouts_troubled', 1, { coin: 'ETH', state: 'signed' }),
    figure('payment_alerts', 3, { kind: 'stray_coins' }),
    figure('payouts_held', 2, { coin: 'BTC', hold: 'approval' }),
    figure('wallet_balance', 0.9, { coin: 'BTC' }),
    figure('jobs_waiting', 1, { state: 'failing' }),
  ];
  const alerts = alertsOf(troubled, { ...calm, dailyPayouts: new Map([['BTC', 1]]), adjustments: 2 });
  assert.deepEqual(
    alerts.map(({ kind, coin, count, tone }) => `${tone} ${kind} ${coin} ${count}`),
    [
      'bad chain_late BTC 61',
      'bad no_price XRP 0',
      'bad payout_troubled ETH 3',
      'warn wallet_low BTC 0.9',
      'warn payout_approval BTC 2',
      'warn payout_frozen LTC 1',
      'warn payment_stray_coins  3',
      'warn jobs_failing  1',
      'warn adjustment_waits  2',
    ],
  );
});

test('a coin that is switched off raises no alert for its chain', () => {
  const old = [figure('chain_age_seconds', 9000, { coin: 'BCH' })];
  assert.deepEqual(kindsOf(old), ['chain_late BCH']);
  assert.deepEqual(kindsOf(old, { coinsOff: new Set(['BCH']) }), []);
});

test('each watched figure is listed once', () => {
  assert.equal(new Set(watchedFigures).size, watchedFigures.length);
});
