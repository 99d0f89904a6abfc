import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { blocksOf, explainAnalyze } from '../../../../test/support/explain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { thinRateHistory } from './rate.jobs.ts';
import { listCandles } from './rate.store.ts';

let testApp: TestApp;
let client: MerchantClient;

before(async () => {
  testApp = await openMerchantApp();
  client = await merchantClient(testApp);
});
beforeEach(() => testApp.sql`truncate merchant.rate_history`);
after(() => testApp.close());

const dayMs = 86_400_000;

/** Stores a one-minute candle for each price, the first at `start`. */
async function keep(start: number, prices: readonly number[], pair = 'BTCEUR'): Promise<void> {
  for (const [index, price] of prices.entries()) {
    const value = BigInt(price) * 10n ** 8n;
    await testApp.sql`
      insert into merchant.rate_history values (
        ${pair}, ${new Date(start + index * 60_000)}, 60, ${value}, ${value + 50_000_000n}, ${value - 50_000_000n}, ${value})`;
  }
}

const start = Date.parse('2026-03-01T12:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

async function history(query: Record<string, string>, pair = 'BTCEUR') {
  return client.get(`/rates/${pair}/history?${new URLSearchParams(query).toString()}`);
}

test('minutes are returned as stored, other steps merged', async () => {
  await keep(start, [100, 110, 90, 95, 105, 120]);
  await keep(start, [7], 'XRPEUR');
  const range = { from: iso(start), to: iso(start + 600_000) };
  const minutes = (await history({ ...range, step: '60' })).json();
  assert.equal(minutes.points.length, 6);
  assert.deepEqual(minutes.points[1], {
    time: iso(start + 60_000),
    open: '110.00',
    high: '110.50',
    low: '109.50',
    close: '110.00',
  });
  const fives = (await history({ ...range, step: '300' })).json();
  assert.deepEqual([fives.currency_pair, fives.step], ['BTCEUR', 300]);
  assert.deepEqual(fives.points, [
    { time: iso(start), open: '100.00', high: '110.50', low: '89.50', close: '105.00' },
    { time: iso(start + 300_000), open: '120.00', high: '120.50', low: '119.50', close: '120.00' },
  ]);
  assert.equal((await history({ ...range, step: '60' }, 'XRPEUR')).json().points.length, 1);
});

test('partial steps at both ends are returned whole; `to` is exclusive', async () => {
  await keep(start, [100, 110, 120]);
  const times = async (from: number, to: number) =>
    (await history({ from: iso(from), to: iso(to), step: '60' }))
      .json()
      .points.map((point: { time: string }) => Date.parse(point.time) - start);
  assert.deepEqual(await times(start, start + 60_000), [0]);
  assert.deepEqual(await times(start + 1, start + 60_001), [0, 60_000]);
});

test('without a range, the last 288 steps of five minutes are returned', async () => {
  const recent = testApp.clock.nowMs() - (testApp.clock.nowMs() % 300_000);
  await keep(recent - 300_000, [100]);
  await keep(recent - 2 * dayMs, [50]);
  const body = (await history({})).json();
  assert.deepEqual([body.step, body.points.length], [300, 1]);
});

const refusals: [string, Record<string, string>, string][] = [
  ['a step that is not kept', { step: '61' }, 'step'],
  ['a step that is no number', { step: 'hour' }, 'step'],
  ['a time that is none', { from: 'yesterday' }, 'from'],
  ['a time without a zone', { to: '2026-03-01T12:00:00' }, 'to'],
  ['an empty range', { from: iso(start), to: iso(start) }, 'from'],
  ['a range in the wrong order', { from: iso(start + 1), to: iso(start) }, 'from'],
  ['more than 1000 points', { from: iso(start), to: iso(start + 1001 * 60_000), step: '60' }, 'step'],
];

for (const [name, query, named] of refusals) {
  test(`${name} is rejected with the field name`, async () => {
    const answer = await history(query);
    assert.equal(answer.statusCode, 400, answer.body);
    assert.deepEqual([answer.json().code, answer.json().errors[0].field], ['invalid_input', named]);
  });
}

test('the limits of the calendar return no candles', async () => {
  for (const to of ['9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z']) {
    const answer = await history({ to });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json().points, []);
  }
});

test('a range of a thousand points is accepted', async () => {
  await keep(start, [100]);
  const answer = await history({ from: iso(start), to: iso(start + 1000 * 60_000), step: '60' });
  assert.equal(answer.json().points.length, 1);
});

test('old history is merged: one-minute candles are kept for a week, five-minute ones for 90 days, then hourly ones', async () => {
  const nowMs = testApp.clock.nowMs();
  const hour = (agoMs: number): number => nowMs - agoMs - ((nowMs - agoMs) % 3_600_000);
  const [young, week, old] = [hour(2 * dayMs), hour(8 * dayMs), hour(100 * dayMs)];
  const prices = [100, 110, 90, 95, 105, 120, 80];
  for (const at of [young, week, old]) await keep(at, prices);
  const rows = async () =>
    (
      await testApp.sql`
      select starts_at, seconds, (open / 100000000)::int as open, (high / 10000000)::int as high,
        (low / 10000000)::int as low, (close / 100000000)::int as close
      from merchant.rate_history where seconds > 60 order by starts_at`
    ).map((row) => [
      (row['starts_at'] as Date).getTime(),
      ...['seconds', 'open', 'high', 'low', 'close'].map((name) => row[name] as number),
    ]);
  const expected = [
    [old, 3600, 100, 1205, 795, 80],
    [week, 300, 100, 1105, 895, 105],
    [week + 300_000, 300, 120, 1205, 795, 80],
  ];
  await thinRateHistory(testApp.platform);
  assert.deepEqual(await rows(), expected);
  await thinRateHistory(testApp.platform);
  assert.deepEqual(await rows(), expected, 'again changes nothing');
  await keep(week + 240_000, [130]);
  await keep(week + 180_000, [60]);
  await thinRateHistory(testApp.platform);
  const [, merged] = await rows();
  assert.deepEqual(merged?.slice(0, 5), [week, 300, 100, 1305, 595], 'what came late is put in');
  const [count] =
    await testApp.sql`select count(*)::int as minutes from merchant.rate_history where seconds = 60`;
  assert.equal(count?.['minutes'], prices.length);
  const coarse = (await history({ from: iso(old), to: iso(old + 3_600_000), step: '60' })).json();
  assert.deepEqual(coarse.points, [
    { time: iso(old), open: '100.00', high: '120.50', low: '79.50', close: '80.00' },
  ]);
});

test('the history is read by index', async () => {
  await testApp.sql`
    insert into merchant.rate_history
    select pair, ${new Date(start)}::timestamptz + minute * interval '1 minute', 60, 1, 1, 1, 1
    from unnest(array['BTCEUR', 'XRPEUR']) as pair, generate_series(1, 20000) as minute`;
  await testApp.sql`analyze merchant.rate_history`;
  const range = { from: new Date(start), to: new Date(start + 600_000), stepSeconds: 60 };
  const { plan } = await explainAnalyze(testApp.sql, (tag) => listCandles(tag, 'BTCEUR', range));
  assert.ok(plan['Actual Rows'] > 5);
  assert.ok(blocksOf(plan) < 10, JSON.stringify(plan));
});
