import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  choice,
  credited,
  facts,
  receipt,
  refund,
  settled,
  type Case,
} from '../../../../test/support/payment-facts.ts';
import type { Release } from '../facts/payment-facts.rules.ts';
import { activeChoice, goneFrom } from './active-choice.rules.ts';
import { alertsOf, type PaymentAlert } from './payment-alerts.rules.ts';

const first = choice('first');
const choices = [first, choice('second'), choice('litecoin', { coin: 'LTC' })];
const at = (name: string) => ({ address: name, destination: `to ${name}` });
const release = (amount: bigint, fields: Partial<Release> = {}): Release =>
  ({
    id: `release of ${amount}`,
    coin: 'BTC',
    status: 'COMPLETED',
    amount,
    lost_amount: 0n,
    euro_amount: 0n,
    ...fields,
  }) as Release;

function alerts(given: Case, seen: Partial<Parameters<typeof alertsOf>[0]> = {}): PaymentAlert[] {
  return alertsOf({
    after: facts({ choices, ...given }),
    status: 'PAID',
    choice: first,
    reverse: false,
    lossMinor: 0n,
    releaseLosses: [],
    ...seen,
  });
}

test('a reversed payment and any lost unit raise alerts', () => {
  assert.deepEqual(alerts({}), []);
  assert.deepEqual(alerts({}, { reverse: true }), ['reversed']);
  assert.deepEqual(alerts({}, { lossMinor: 1n }), ['lost_coins']);
  assert.deepEqual(alerts({}, { lossMinor: -1n }), []);
  const loss = (lossMinor: bigint) => ({
    releaseLosses: [{ releaseId: 'r', coin: 'LTC' as const, lossMinor }],
  });
  assert.deepEqual(
    [alerts({}, loss(1n)), alerts({}, loss(0n)), alerts({}, loss(-1n))],
    [['lost_coins'], [], []],
  );
});

test('coins left after the end of a payment raise an alert', () => {
  const one = { receipts: [receipt(1n, credited)] };
  for (const status of ['REFUNDING', 'REFUNDED', 'REVERSED'] as const) {
    assert.deepEqual(alerts(one, { status }), ['coins_after_end'], status);
    assert.deepEqual(alerts({}, { status }), [], status);
    assert.deepEqual(alerts(one, { status, lossMinor: -1n }), [], status);
    assert.deepEqual(alerts(one, { status, choice: undefined }), [], status);
  }
  for (const status of ['PENDING', 'PAID', 'PARTIALLY_REFUNDED'] as const) {
    assert.deepEqual(alerts(one, { status }), [], status);
  }
});

test('once the active choice is final, coins for another choice raise an alert until they are released', () => {
  const stray = receipt(50n, { ...credited, ...at('second') });
  // The active choice was settled: its coins are sold.
  const sold = { payment: settled, receipts: [receipt(100_000n, credited), stray] };
  assert.deepEqual(alerts(sold), ['stray_coins']);
  assert.deepEqual(alerts(sold, { status: 'PENDING' }), []);
  const unbooked = [receipt(100_000n, credited), { ...stray, credited: false }];
  assert.deepEqual(alerts({ ...sold, receipts: unbooked }), []);
  assert.deepEqual(alerts({ ...sold, releases: [release(49n)] }), ['stray_coins']);
  assert.deepEqual(alerts({ ...sold, releases: [release(50n)] }), []);
  // Already compensated: none of it is held.
  assert.deepEqual(alerts(sold, { lossMinor: -50n }), []);
  assert.deepEqual(alerts(sold, { lossMinor: -49n }), ['stray_coins']);
});

test('coins of another kind are strays, regardless of the amount held of the first', () => {
  const other = receipt(50n, { ...credited, ...at('litecoin'), coin: 'LTC' });
  const sold = { payment: settled, receipts: [receipt(100_000n, credited), other] };
  assert.deepEqual(alerts(sold), ['stray_coins']);
  const releases = [release(50n, { coin: 'LTC' })];
  assert.deepEqual(alerts({ ...sold, releases }), []);
  const both = [...sold.receipts, receipt(30n, { ...credited, ...at('second') })];
  assert.deepEqual(alerts({ ...sold, receipts: both, releases }), ['stray_coins'], 'one kind is enough');
});

test('releases use up coins of other choices of the same coin first', () => {
  const receipts = [
    receipt(100n, credited),
    receipt(30n, { ...credited, ...at('second') }),
    receipt(7n, at('second')),
    receipt(50n, { ...credited, ...at('litecoin'), coin: 'LTC' }),
  ];
  const from = (...releases: Release[]) => goneFrom(facts({ choices, receipts, releases }), first);
  assert.deepEqual([from(), from(release(30n)), from(release(31n)), from(release(1n))], [0n, 0n, 1n, 0n]);
  assert.equal(from(release(500n, { coin: 'LTC' })), 0n);
});

test('settlement, then refund, then release decides which choice is active', () => {
  const active = (given: Case) => {
    const receipts = [receipt(100_000n, at('second'))];
    return activeChoice(facts({ choices, receipts, ...given }))?.id;
  };
  const refunds = ['litecoin', 'second'].map((id) => refund({ choice_id: id, status: 'FAILED' }));
  assert.equal(active({}), 'second');
  assert.equal(active({ payment: { released_choice_id: 'first' } }), 'first');
  assert.equal(active({ payment: { released_choice_id: 'first' }, refunds }), 'litecoin');
  assert.equal(active({ payment: { ...settled, released_choice_id: 'second' }, refunds }), 'first');
  assert.equal(active({ receipts: [receipt(100_000n, { ...at('second'), visible: false })] }), 'litecoin');
});

test('a credited coin of another kind is a stray regardless of refunds of the active coin', () => {
  const litecoin = { coin: 'LTC', ...at('litecoin') } as const;
  assert.deepEqual(alerts({ receipts: [receipt(10n, litecoin)] }), []);
  assert.deepEqual(alerts({ receipts: [receipt(10n, { ...litecoin, ...credited })] }, { lossMinor: -50n }), [
    'stray_coins',
  ]);
});
