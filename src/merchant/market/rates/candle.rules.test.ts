import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignDown, alignUp, continueCandle, historySteps, startCandle, thinning } from './candle.rules.ts';

test('a candle keeps first, last, highest and lowest price', () => {
  const first = startCandle('BTCEUR', 60_000, 10n);
  assert.deepEqual(first, { pair: 'BTCEUR', startsAtMs: 60_000, open: 10n, high: 10n, low: 10n, close: 10n });
  const last = [12n, 8n, 11n].reduce(continueCandle, first);
  assert.deepEqual(last, { ...first, high: 12n, low: 8n, close: 11n });
});

test('aligns a time down or up to a step, and leaves an aligned time unchanged', () => {
  assert.deepEqual(
    [119_999, 120_000, 120_001].map((ms) => alignDown(ms, 60_000)),
    [60_000, 120_000, 120_000],
  );
  assert.deepEqual(
    [119_999, 120_000, 120_001].map((ms) => alignUp(ms, 60_000)),
    [120_000, 120_000, 180_000],
  );
});

test('one-minute candles are kept for a week, five-minute candles for ninety days, hourly ones after that', () => {
  const day = 24 * 60 * 60 * 1000;
  assert.deepEqual(
    thinning.map(({ olderThanMs, stepSeconds }) => [olderThanMs / day, stepSeconds]),
    [
      [7, 300],
      [90, 3600],
    ],
  );
  assert.deepEqual(historySteps, [60, 300, 3600, 86_400]);
});
