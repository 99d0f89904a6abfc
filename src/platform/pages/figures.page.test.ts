import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, formatEuros, formatMoney, formatPrice, sayNumbers } from './figures.page.ts';

const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

test('amounts are formatted for the language without losing digits', () => {
  assert.equal(formatEuros('10000000.00', 'en'), '€10,000,000.00');
  assert.equal(plain(formatEuros('10000000.00', 'de')), '10.000.000,00 €');
  assert.equal(plain(formatEuros('-0.50', 'pt')), '-€ 0,50');
  assert.equal(formatAmount('1.000000000000000001', 'en'), '1.000000000000000001');
  assert.equal(formatAmount('90071992547409931.10', 'de'), '90.071.992.547.409.931,10');
  assert.equal(formatPrice('0.48213', 'en'), '€0.48213');
  assert.equal(plain(formatPrice('81603.55', 'de')), '81.603,55 €');
  assert.equal(formatMoney('0.00043210', 'BTC', 'pt'), '0,00043210 BTC');
});

test('numbers in a sentence are formatted for the language, and other digits are unchanged', () => {
  assert.equal(sayNumbers('must be at most 1000000.00.', 'de'), 'must be at most 1.000.000,00.');
  assert.equal(sayNumbers('0.5 of 25000, 3 times', 'pt'), '0,5 of 25.000, 3 times');
  for (const text of ['2026', '2026-11-05', '192.0.2.17', '10:30', 'a12345', 'bc1q54321', '1.2.3', '12345-6'])
    assert.equal(sayNumbers(text, 'de'), text);
});
