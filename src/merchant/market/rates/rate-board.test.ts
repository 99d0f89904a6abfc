import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateBoard } from './rate-board.ts';
import { staleAfterMs, type Book } from './rate.rules.ts';

const startMs = 1_700_000_000_000;
const secondMs = 1000;
const pair = 'BTCEUR';
const price = (euros: number): bigint => BigInt(Math.round(euros * 1e8));

const openBoard = (minVenues = 1) =>
  new RateBoard({ spreadBps: 0, agreementBps: 50, minVenues, jumpBps: 500 });
const book = (venue: string, euros: number, atMs: number): Book => ({
  venue,
  pair,
  bid: price(euros),
  ask: price(euros),
  receivedAtMs: atMs,
  changedAtMs: atMs,
});
const midAt = (board: RateBoard, atMs: number): number | undefined => {
  const rate = board.findRate(pair, atMs);
  return rate && Number(rate.mid) / 1e8;
};

test('the only fresh venue, 20 % low, sets no price until another one agrees with it', () => {
  const board = openBoard();
  board.put(['a', 'b', 'c'].map((venue) => book(venue, 100, startMs)));
  const later = startMs + staleAfterMs + 1;
  board.put([book('c', 80, later)]);
  assert.equal(midAt(board, later), undefined);
  board.put([book('c', 80.1, later + 2 * 60 * secondMs)]);
  assert.equal(midAt(board, later + 2 * 60 * secondMs), undefined, 'time alone makes it no better');
  board.put([book('b', 80.2, later + 2 * 60 * secondMs)]);
  assert.equal(midAt(board, later + 2 * 60 * secondMs), 80.15);
});

test('a lone venue that jumped sets the price again when it has returned', () => {
  const board = openBoard();
  board.put([book('a', 100, startMs)]);
  board.put([book('a', 105.01, startMs + secondMs)]);
  assert.equal(midAt(board, startMs + secondMs), undefined);
  board.put([book('a', 105, startMs + 2 * secondMs)]);
  assert.equal(midAt(board, startMs + 2 * secondMs), 105);
});

test('two venues that agree may move the price by any amount', () => {
  const board = openBoard(2);
  board.put([book('a', 100, startMs), book('b', 100, startMs)]);
  board.put([book('a', 80, startMs + secondMs), book('b', 80.1, startMs + secondMs)]);
  assert.equal(midAt(board, startMs + secondMs), 80.05);
});

test('a price is compared with the last one of the past minute, not with older ones', () => {
  const priceAfter = (seconds: number): number | undefined => {
    const board = openBoard();
    const atMs = startMs + seconds * secondMs;
    board.put([book('a', 100, startMs)]);
    board.put([book('a', 80, atMs)]);
    return midAt(board, atMs);
  };
  // The price was in force until its book became stale.
  assert.deepEqual([priceAfter(1), priceAfter(90), priceAfter(91)], [undefined, undefined, 80]);
});

test('a new process compares its first price with the stored one', () => {
  const board = openBoard();
  board.remember(pair, price(100), startMs - 30 * secondMs);
  board.put([book('a', 80, startMs)]);
  assert.equal(midAt(board, startMs), undefined);
});
