import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import type { PairCode, Price } from '../../assets/asset.rules.ts';
import type { Candle } from './candle.rules.ts';
import { listBooks, listCandles, mergeCandles, saveBooks, saveCandles } from './rate.store.ts';

const sql = await useTestSql();
beforeEach(async () => {
  await sql`delete from merchant.rate_books`;
  await sql`delete from merchant.rate_history`;
});

const startMs = Date.parse('2026-03-01T12:00:00Z');
const minuteMs = 60_000;

async function booksSince(seconds: number): Promise<string[]> {
  const books = await listBooks(sql, new Date(startMs + seconds * 1000));
  return books.map(({ venue, pair, bid }) => `${venue} ${pair} ${bid}`).toSorted();
}
const save = (venue: string, pair: PairCode, seconds: number, bid: Price) =>
  saveBooks(sql, [
    { venue, pair, bid, ask: bid + 1n, receivedAtMs: startMs + seconds * 1000, changedAtMs: startMs },
  ]);

test('a book replaces an older one of its venue and pair, or one so far in the future that its clock was wrong', async () => {
  await save('b', 'LTCEUR', 10, 5n);
  await save('a', 'BTCEUR', 10, 1n);
  await save('b', 'BTCEUR', 10, 2n);
  assert.deepEqual(await booksSince(10), ['a BTCEUR 1', 'b BTCEUR 2', 'b LTCEUR 5']);
  assert.deepEqual(await booksSince(11), []);
  await save('b', 'BTCEUR', 10, 3n);
  assert.deepEqual(await booksSince(0), ['a BTCEUR 1', 'b BTCEUR 3', 'b LTCEUR 5']);
  await save('b', 'BTCEUR', 40, 4n);
  await save('b', 'BTCEUR', 10, 9n);
  assert.deepEqual(await booksSince(0), ['a BTCEUR 1', 'b BTCEUR 4', 'b LTCEUR 5']);
  await save('b', 'BTCEUR', 9, 9n);
  assert.deepEqual(await booksSince(0), ['a BTCEUR 1', 'b BTCEUR 9', 'b LTCEUR 5']);
});

const candle = (minute: number, prices: [open: Price, high: Price, low: Price, close: Price]): Candle => {
  const [open, high, low, close] = prices;
  return { pair: 'BTCEUR', startsAtMs: startMs + minute * minuteMs, open, high, low, close };
};
const candles = async (from: number, to: number, stepSeconds = 60) =>
  (
    await listCandles(sql, 'BTCEUR', {
      from: new Date(startMs + from * minuteMs),
      to: new Date(startMs + to * minuteMs),
      stepSeconds,
    })
  ).map(({ startsAtMs, open, high, low, close }) => [
    (startsAtMs - startMs) / minuteMs,
    [open, high, low, close].join(),
  ]);

test('a minute begun by another process is continued, each pair separately', async () => {
  await saveCandles(sql, [
    candle(0, [5n, 9n, 4n, 6n]),
    candle(1, [5n, 6n, 4n, 5n]),
    { ...candle(0, [1n, 1n, 1n, 1n]), pair: 'LTCEUR' },
  ]);
  await saveCandles(sql, [candle(0, [6n, 8n, 5n, 7n]), candle(1, [5n, 7n, 3n, 4n])]);
  assert.deepEqual(await candles(0, 2), [
    [0, '5,9,4,7'],
    [1, '5,7,3,4'],
  ]);
  assert.deepEqual(await candles(1, 2), [[1, '5,7,3,4']]);
  assert.deepEqual(await candles(0, 1), [[0, '5,9,4,7']]);
});

test('candles are merged in order of time, only those before the given time', async () => {
  // Stored out of order.
  await saveCandles(sql, [candle(2, [3n, 9n, 3n, 8n])]);
  await saveCandles(sql, [candle(0, [5n, 6n, 4n, 5n])]);
  await saveCandles(sql, [candle(1, [5n, 5n, 2n, 3n])]);
  await saveCandles(sql, [candle(5, [8n, 8n, 1n, 8n])]);
  const together = [
    [0, '5,9,2,8'],
    [5, '8,8,1,8'],
  ];
  assert.deepEqual(await candles(0, 10, 300), together);
  const merge = (minutes: number, seconds: number) =>
    sql.begin((tx) => mergeCandles(tx, new Date(startMs + minutes * minuteMs), seconds));
  await merge(5, 300);
  assert.deepEqual(await candles(0, 10), together);
  const kept = await sql<{ seconds: number }[]>`
    select seconds::int from merchant.rate_history order by starts_at`;
  assert.deepEqual([...kept], [{ seconds: 300 }, { seconds: 60 }]);
  // A late candle is added to the merged one.
  await saveCandles(sql, [candle(3, [8n, 10n, 1n, 7n])]);
  await merge(5, 300);
  assert.deepEqual(await candles(0, 5), [[0, '5,10,1,7']]);
});
