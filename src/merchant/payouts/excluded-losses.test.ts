import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { mine, newWallet, readOrder, reorganise, sendCoins } from '../../../test/support/coins.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { askToWithdraw, storedPayout } from '../../../test/support/withdrawals.ts';
import { checkLedger } from '../books/check/check-ledger.ts';

const coin = 'ETH';
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin });
  // Blocks for a long reorganisation.
  await mine(client, coin, 40);
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

const lost = async () =>
  (await checkLedger(here.sql)).find(({ title }) => title.startsWith('completed payouts'))?.faults;

test('a completed payout that another transaction excludes is given back only at the required depth', async () => {
  const asked = await askToWithdraw(client, coin);
  const statusOf = async () => (await readOrder(client, asked.id)).order_status;
  await driven.sign();
  await driven.send();
  let blocks = 0;
  for (; (await statusOf()) !== 'COMPLETED'; blocks++) {
    await mine(client, coin, 1);
    await driven.read();
  }
  assert.ok(blocks > 1, 'one block alone is not enough');
  const { transaction_id: replaces } = await storedPayout(here.sql, asked);
  await reorganise(client, coin, blocks + 1);
  assert.ok(replaces);
  await sendCoins(client, coin, { address: newWallet(coin), amount: '0.001', replaces });
  let depth = 0;
  while ((await statusOf()) === 'COMPLETED') {
    depth++;
    await mine(client, coin, 1);
    await driven.read();
    await runCommand(here, 'payout thaw', [], { coin, by: 'ana@commands.test', reason: 'compared' });
    await driven.read();
    assert.deepEqual(await lost(), [], `${depth} blocks deep`);
    assert.ok(depth < 50);
  }
  assert.ok(depth > 1, 'one block alone is not enough');
  assert.equal(await statusOf(), 'REVERSED');
});
