import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playedChain } from '../../../test/support/played-chain.ts';
import { listChains } from './offered-chains.ts';

test('coins that are not offered are unknown', () => {
  const chains = listChains([playedChain('BTC')]);
  assert.equal(chains.find('LTC'), undefined);
  assert.throws(() => chains.get('LTC'), { code: 'not_found' });
  assert.deepEqual(chains.codes, ['BTC']);
});
