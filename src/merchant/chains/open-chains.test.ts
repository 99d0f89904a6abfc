import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { chainContext } from '../../../test/support/chain-context.ts';
import { playedChain } from '../../../test/support/played-chain.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Chain } from './chain.ts';
import { listChains } from './offered-chains.ts';
import { refuseOtherChains } from './open-chains.ts';
import { readChain, ReaderMemory } from './reading/read-chain.ts';

let testApp: TestApp;
before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());

test('a database belongs to one network and one account for each coin', async () => {
  const chain = playedChain();
  await readChain(chainContext(testApp, [chain]), chain, new ReaderMemory());
  const open = (opened: Chain) => refuseOtherChains(testApp.platform, listChains([opened]));
  await open(chain);
  await assert.rejects(open({ ...chain, network: 'another' }), StartError);
  await assert.rejects(open({ ...chain, addresses: { ...chain.addresses, account: 'another' } }), StartError);
});
