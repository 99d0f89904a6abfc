import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateQuote, decodeBooks, encodeBooks } from './book.rules.ts';

const quote = { pair: 'BTCEUR', bid: 100n, ask: 101n } as const;
const book = { venue: 'one', ...quote, receivedAtMs: 1000, changedAtMs: 900 };

test('a price that is repeated was received now and has changed when it first came', () => {
  assert.deepEqual(dateQuote('one', quote, book, 2000), { ...book, receivedAtMs: 2000, changedAtMs: 900 });
  // After the clock was set back nothing may lie ahead of it.
  assert.equal(dateQuote('one', quote, book, 500).changedAtMs, 500);
});

test('a price of which either side is new has changed now', () => {
  assert.equal(dateQuote('one', { ...quote, bid: 99n }, book, 2000).changedAtMs, 2000);
  assert.equal(dateQuote('one', { ...quote, ask: 102n }, book, 2000).changedAtMs, 2000);
  assert.equal(dateQuote('one', quote, undefined, 2000).changedAtMs, 2000);
});

test('books arrive as they were sent, without pairs that are not known here', () => {
  assert.deepEqual(decodeBooks(encodeBooks('one', [book])), [book]);
  const newer = encodeBooks('one', [book]).replace('BTCEUR', 'NEWEUR');
  assert.deepEqual(decodeBooks(newer), []);
});
