import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { PairCode, Price } from '../../assets/asset.rules.ts';
import type { Candle } from './candle.rules.ts';
import type { Book } from './rate.rules.ts';

export async function saveBooks(sql: Sql, books: readonly Book[]): Promise<void> {
  await sql`
    insert into merchant.rate_books as book (venue, pair, bid, ask, received_at, changed_at)
    select * from unnest(
      ${books.map((book) => book.venue)}::text[], ${books.map((book) => book.pair)}::text[],
      ${books.map((book) => book.bid)}::numeric[], ${books.map((book) => book.ask)}::numeric[],
      ${books.map((book) => new Date(book.receivedAtMs).toISOString())}::timestamptz[],
      ${books.map((book) => new Date(book.changedAtMs).toISOString())}::timestamptz[])
    on conflict (venue, pair) do update
    set bid = excluded.bid, ask = excluded.ask, received_at = excluded.received_at, changed_at = excluded.changed_at
    where book.received_at <= excluded.received_at
      or book.received_at > excluded.received_at + interval '30 seconds'`;
}

interface BookRow {
  venue: string;
  pair: PairCode;
  bid: Price;
  ask: Price;
  received_at: Date;
  changed_at: Date;
}

export async function listBooks(sql: Sql, receivedSince: Date): Promise<Book[]> {
  const rows = await sql<BookRow[]>`
    select venue, pair, bid, ask, received_at, changed_at from merchant.rate_books
    where received_at >= ${receivedSince}`;
  return rows.map(({ received_at, changed_at, ...row }) => ({
    ...row,
    receivedAtMs: received_at.getTime(),
    changedAtMs: changed_at.getTime(),
  }));
}

/** Stores candles. It continues a minute that another process began before it lost leadership. */
export async function saveCandles(sql: Sql, candles: readonly Candle[]): Promise<void> {
  await sql`
    insert into merchant.rate_history as before (pair, starts_at, seconds, open, high, low, close)
    select pair, starts_at, 60, open, high, low, close from unnest(
      ${candles.map((candle) => candle.pair)}::text[],
      ${candles.map((candle) => new Date(candle.startsAtMs).toISOString())}::timestamptz[],
      ${candles.map((candle) => candle.open)}::numeric[], ${candles.map((candle) => candle.high)}::numeric[],
      ${candles.map((candle) => candle.low)}::numeric[], ${candles.map((candle) => candle.close)}::numeric[])
      as candle (pair, starts_at, open, high, low, close)
    on conflict (pair, starts_at, seconds) do update
    set high = greatest(before.high, excluded.high), low = least(before.low, excluded.low), close = excluded.close`;
}

interface CandleRow {
  starts_at: Date;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
}

/** Lists candles of at least `stepSeconds`; old ones may have coarser steps. */
export async function listCandles(
  sql: Tag,
  pair: PairCode,
  range: { from: Date; to: Date; stepSeconds: number },
): Promise<Candle[]> {
  const rows = await sql<CandleRow[]>`
    select date_bin(${range.stepSeconds} * interval '1 second', starts_at, 'epoch') as starts_at,
      (array_agg(open order by starts_at))[1] as open, max(high) as high, min(low) as low,
      (array_agg(close order by starts_at desc))[1] as close
    from merchant.rate_history
    where pair = ${pair} and starts_at >= ${range.from} and starts_at < ${range.to}
    group by 1 order by 1`;
  return rows.map(({ starts_at, ...row }) => ({ pair, startsAtMs: starts_at.getTime(), ...row }));
}

/** Merges all candles finer than `stepSeconds` and older than `before`, which is a multiple of the step. */
export async function mergeCandles(tx: Tx, before: Date, stepSeconds: number): Promise<void> {
  await tx`
    with fine as (
      delete from merchant.rate_history
      where seconds < ${stepSeconds} and seconds < 3600 and starts_at < ${before}
      returning *)
    insert into merchant.rate_history as coarse (pair, starts_at, seconds, open, high, low, close)
    select pair, date_bin(${stepSeconds} * interval '1 second', starts_at, 'epoch'), ${stepSeconds},
      (array_agg(open order by starts_at))[1], max(high), min(low), (array_agg(close order by starts_at desc))[1]
    from fine group by 1, 2
    on conflict (pair, starts_at, seconds) do update
    set high = greatest(coarse.high, excluded.high), low = least(coarse.low, excluded.low), close = excluded.close`;
}
