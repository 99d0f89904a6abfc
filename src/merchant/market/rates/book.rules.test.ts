import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateQuote, decodeBooks, encodeBooks } from './book.rules.ts';

const quote = { pair: 'BTCEUR', bid: 100n, ask: 101n } as const;
const book = { venue: 'one', ...quote, receivedAtMs: 1000, changedAtMs: 900 };

test('a repeated price is received now and keeps the time of its last change', () => {
  assert.deepEqual(dateQuote('one', quote, book, 2000), { ...book, receivedAtMs: 2000, changedAtMs: 900 });
  // After the clock was set back, no time may be in the future.
  assert.equal(dateQuote('one', quote, book, 500).changedAtMs, 500);
});

test('a price with a new bid or ask has changed now', () => {
  assert.equal(dateQuote('one', { ...quote, bid: 99n }, book, 2000).changedAtMs, 2000);
  assert.equal(dateQuote('one', { ...quote, ask: 102n }, book, 2000).changedAtMs, 2000);
  assert.equal(dateQuote('one', quote, undefined, 2000).changedAtMs, 2000);
});

test('decoded books equal the encoded ones, without unknown pairs', () => {
  assert.deepEqual(decodeBooks(encodeBooks('one', [book])), [book]);
  const newer = encodeBooks('one', [book]).replace('BTCEUR', 'NEWEUR');
  assert.deepEqual(decodeBooks(newer), []);
});
