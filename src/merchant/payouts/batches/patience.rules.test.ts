import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bumpHeight, parsePatience } from './patience.rules.ts';

test('a transaction waits for as many blocks as its coin says, and for ever at none', () => {
  const settings = { PAYOUT_BUMP_BLOCKS: ['BTC=6', 'LTC=1', 'BCH=0', 'ETH=0', 'XRP=0'] };
  assert.equal(bumpHeight(settings, 'BTC', 100), 106);
  assert.equal(bumpHeight(settings, 'LTC', 100), 101);
  assert.equal(bumpHeight(settings, 'BCH', 100), null);
  assert.throws(
    () => bumpHeight({ PAYOUT_BUMP_BLOCKS: ['BTC'] }, 'BTC', 1),
    /^TypeError: PAYOUT_BUMP_BLOCKS /,
  );
});

test('who writes it wrongly is shown how', () => {
  assert.match(parsePatience(['BTC=x']) as string, /BTC=6/);
});
