import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepestConfirmations, parseConfirmations, requiredConfirmations } from './confirmation.rules.ts';

const settings = { CONFIRMATIONS: ['BTC=1/3/6', 'LTC=3/6/12', 'BCH=3/6/10', 'ETH=12/20/32', 'XRP=1/1/1'] };

test('larger amounts need more confirmations, with steps at 1 000 and 10 000 euros', () => {
  for (const [coin, cents, required] of [
    ['BTC', 99_999n, 1],
    ['BTC', 100_000n, 3],
    ['BTC', 999_999n, 3],
    ['BTC', 1_000_000n, 6],
    ['ETH', 100_000_000n, 32],
  ] as const)
    assert.equal(requiredConfirmations(settings, coin, cents), required, `${cents} cents in ${coin}`);
});

test('the deepest requirement equals that of the largest amounts', () => {
  assert.deepEqual(
    (['BTC', 'LTC', 'XRP'] as const).map((coin) => deepestConfirmations(settings, coin)),
    [6, 12, 1],
  );
});

test('reports the fault of an invalid setting', () => {
  const others = settings.CONFIRMATIONS.slice(1);
  assert.equal(typeof parseConfirmations(settings.CONFIRMATIONS), 'object');
  for (const [fault, items] of [
    [/nothing of BTC/, []],
    [/no coin/, ['DOG=1/1/1']],
    [/form/, ['BTC=1/3']],
    [/form/, ['BTC=1/3/many']],
    [/form/, ['BTC=1/3/6x']],
    [/form/, ['xBTC=1/3/6']],
    [/never none/, ['BTC=0/1/2']],
    [/at least as many/, ['BTC=2/1/6']],
    [/at least as many/, ['BTC=1/3/2']],
  ] as const)
    assert.match(parseConfirmations([...items, ...others]) as string, fault, items.join());
});
