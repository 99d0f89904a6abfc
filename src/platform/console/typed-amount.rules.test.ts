import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { languages, locales } from '../http/language.ts';
import { parseAmount } from '../money.ts';
import { readTypedAmount } from './typed-amount.rules.ts';

test('euro amounts are read in the usual notations, including whole thousands', () => {
  for (const [typed, en, de] of [
    ['25', '25', '25'],
    ['25.5', '25.5', '25.5'],
    [' 25,50 € ', '25.50', '25.50'],
    ['1500', '1500', '1500'],
    ['1,500', '1500', '1.500'],
    ['1.500', '1.500', '1500'],
    ['12,345,678', '12345678', '12345678'],
    ['1.234,56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56'],
    ['1 234,56', '1234.56', '1234.56'],
    ["1'234.56", '1234.56', '1234.56'],
    ['0.500', '0.500', '0.500'],
  ] as const) {
    assert.equal(readTypedAmount(typed, 'en', 2), en, `${typed} in English`);
    for (const language of ['de', 'pt'] as const)
      assert.equal(readTypedAmount(typed, language, 2), de, `${typed} in ${language}`);
  }
});

test('a separator that may mean thousands is refused in coin amounts, and an unambiguous one is accepted', () => {
  const isRefused = (typed: string, language: 'en' | 'de') =>
    'error' in parseAmount(readTypedAmount(typed, language, 8), 8);
  assert.deepEqual([isRefused('1.500', 'de'), isRefused('1,500', 'en')], [true, true]);
  assert.equal(readTypedAmount('1,500', 'de', 8), '1.500');
  assert.equal(readTypedAmount('1.500', 'en', 8), '1.500');
  assert.equal(readTypedAmount('0.500', 'de', 8), '0.500');
  assert.equal(readTypedAmount('1.50000000', 'de', 8), '1.50000000');
});

test('text that is not an amount is refused', () => {
  for (const typed of ['', 'lots', '1..5', '1,2,3', '1.23.456', '1,2345.6', '-5', '1e3', '٣'])
    for (const language of languages)
      assert.ok('error' in parseAmount(readTypedAmount(typed, language, 2), 2), typed);
});

test('amounts formatted by the console are read back unchanged', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_000_000_000 }), fc.constantFrom(...languages), (cents, language) => {
      const shown = (cents / 100).toLocaleString(locales[language], { style: 'currency', currency: 'EUR' });
      assert.deepEqual(parseAmount(readTypedAmount(shown, language, 2), 2), { minor: BigInt(cents) });
    }),
  );
});
