import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bumpHeight, parseBumpBlocks } from './bump-height.rules.ts';

test('the bump height follows the number of blocks of each coin, and is null for 0', () => {
  const settings = { PAYOUT_BUMP_BLOCKS: ['BTC=6', 'LTC=1', 'BCH=0', 'ETH=0', 'XRP=0'] };
  assert.equal(bumpHeight(settings, 'BTC', 100), 106);
  assert.equal(bumpHeight(settings, 'LTC', 100), 101);
  assert.equal(bumpHeight(settings, 'BCH', 100), null);
  assert.throws(
    () => bumpHeight({ PAYOUT_BUMP_BLOCKS: ['BTC'] }, 'BTC', 1),
    /^TypeError: PAYOUT_BUMP_BLOCKS /,
  );
});

test('a malformed value is rejected with an example', () => {
  assert.match(parseBumpBlocks(['BTC=x']) as string, /BTC=6/);
});
