import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepestConfirmations, parseConfirmations, requiredConfirmations } from './confirmation.rules.ts';

const settings = { CONFIRMATIONS: ['BTC=1/3/6', 'LTC=3/6/12', 'BCH=3/6/10', 'ETH=12/20/32', 'XRP=1/1/1'] };

for (const [coin, cents, required] of [
  ['BTC', 0n, 1],
  ['BTC', 99_999n, 1],
  ['BTC', 100_000n, 3],
  ['BTC', 999_999n, 3],
  ['BTC', 1_000_000n, 6],
  ['ETH', 100_000_000n, 32],
  ['XRP', 100_000_000n, 1],
] as const) {
  test(`${cents} cents in ${coin} need ${required}`, () => {
    assert.equal(requiredConfirmations(settings, coin, cents), required);
  });
}

test('the deepest is what the most money needs', () => {
  assert.deepEqual(
    (['BTC', 'LTC', 'XRP'] as const).map((coin) => deepestConfirmations(settings, coin)),
    [6, 12, 1],
  );
});

const others = settings.CONFIRMATIONS.slice(1);
for (const [name, items, fault] of [
  ['a coin is missing', others, /nothing of BTC/],
  ['a coin is unknown', ['DOG=1/1/1', ...others], /no coin/],
  ['a number is missing', ['BTC=1/3', ...others], /form/],
  ['none is enough', ['BTC=0/3/6', ...others], /never none/],
  ['more money needs fewer', ['BTC=3/1/6', ...others], /at least as many/],
  ['it is no number', ['BTC=1/3/many', ...others], /form/],
] as const) {
  test(`refused where ${name}`, () => {
    const parsed = parseConfirmations(items);
    assert.ok(typeof parsed === 'string');
    assert.match(parsed, fault);
  });
}

test('an item that only contains one is none, and the most money needs at least as many as the middle', () => {
  const others = ['BCH=1/2/3', 'LTC=1/2/3', 'ETH=1/2/3', 'XRP=1/2/3'];
  const read = (item: string) => typeof parseConfirmations([item, ...others]);
  assert.equal(read('BTC=1/3/6'), 'object');
  for (const item of ['xBTC=1/3/6', 'BTC=1/3/6x', 'BTC=1/3/2', 'BTC=2/1/6', 'BTC=0/1/2']) {
    assert.equal(read(item), 'string', item);
  }
});
