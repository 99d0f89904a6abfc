import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maximumPoints, startCandle } from '../../market/rates/candle.rules.ts';
import { placeCandles, rangeNames, rateRanges, spreadBps } from './rate-chart.rules.ts';

const at = (ms: number) => startCandle('BTCEUR', ms, 5n);

test('every range has at most 1000 points, including both ends', () => {
  for (const name of rangeNames) {
    const { seconds, stepSeconds } = rateRanges[name];
    assert.ok(seconds / stepSeconds + 1 <= maximumPoints, name);
  }
});

test('candles are placed at their times, and a gap breaks the line', () => {
  assert.deepEqual(placeCandles([], 60), { times: [], candles: [] });
  assert.deepEqual(placeCandles([at(120_000)], 60).times, [120_000]);
  const hourMs = 3_600_000;
  const coarse = placeCandles([at(0), at(hourMs), at(hourMs + 60_000)], 60);
  assert.deepEqual(coarse.times, [0, hourMs, hourMs + 60_000], 'coarse steps are joined with fine ones');
  const broken = placeCandles([at(0), at(3 * hourMs)], 60);
  assert.deepEqual(broken.times, [0, 60_000, 3 * hourMs]);
  assert.deepEqual(
    broken.candles.map((candle) => candle?.startsAtMs),
    [0, undefined, 3 * hourMs],
  );
  assert.equal(placeCandles([at(0), at(24 * hourMs)], 12 * 3600).times.length, 2, 'a step may be left out');
});

test('a spread is rounded up, and a price of zero gives no spread', () => {
  assert.equal(spreadBps(10_100n, 10_000n), 100);
  assert.equal(spreadBps(10_000n, 9_999n), 2);
  assert.equal(spreadBps(5n, 5n), 0);
  assert.equal(spreadBps(5n, 0n), 0);
});
