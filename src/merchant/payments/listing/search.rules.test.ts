import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCents, readNeedle } from './search.rules.ts';

for (const [text, cents] of [
  ['25', 2500n],
  ['25.5', 2550n],
  ['25,50', 2550n],
  ['€ 25.00', 2500n],
  ['25,00 €', 2500n],
  ['EUR 25', 2500n],
  ['1.234,56', 123_456n],
  ['1,234.56', 123_456n],
  ['1 234,56', 123_456n],
  ['1\u202F234,56\u00A0€', 123_456n],
  ['10.000', 1_000_000n],
  ['10000000.00', 1_000_000_000n],
  ['0', undefined],
  ['0.00', undefined],
  ['25.01.2', undefined],
  ['-25', undefined],
  ['2e3', undefined],
  ['order 25', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(text)} reads as ${cents === undefined ? 'no amount' : `${cents} cents`}`, () => {
    assert.equal(readCents(text), cents);
  });
}

test('a text is parsed into every meaning that it can have, and no other', () => {
  const hash = 'AB'.repeat(32);
  assert.deepEqual(readNeedle(` ${hash} `)?.transactionIds, [hash, hash.toLowerCase()]);
  assert.deepEqual(readNeedle(`0x${'ab'.repeat(32)}`)?.transactionIds.slice(0, 1), [`0x${'ab'.repeat(32)}`]);
  assert.equal(readNeedle('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')?.address?.slice(0, 4), 'tb1q');
  assert.equal(readNeedle('bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap')?.cents, undefined);
  assert.equal(readNeedle('Ana@Example.com')?.emailAddress, 'Ana@Example.com');
  assert.equal(readNeedle('0199E2F0-5C1A-7C3E-9C52-6D1D3F9B2C77')?.paymentId?.slice(0, 8), '0199e2f0');
  const plain = readNeedle('order-1001');
  assert.deepEqual(
    [plain?.paymentId, plain?.emailAddress, plain?.cents, plain?.address],
    Array(4).fill(undefined),
  );
});

test('texts that PostgreSQL cannot store have no meaning', () => {
  for (const text of ['', '  ', 'a\0b', '\uD800']) assert.equal(readNeedle(text), undefined);
});
