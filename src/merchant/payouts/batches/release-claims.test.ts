import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine } from '../../../../test/support/coins.ts';
import {
  openStepwiseChain,
  withBroadcast,
  withoutChange,
  type StepwiseChain,
} from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  demandFeeRate,
  storedPayout,
  storedTransactions,
} from '../../../../test/support/withdrawals.ts';
import { listSpendable } from '../../chains/outgoing/list-spendable.ts';
import { simulatedCoins } from '../../chains/simulated/simulated-coin.rules.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'BTC' });
});
after(async () => {
  await driven.close();
  await here.close();
});

const readTo = async (blocks: number): Promise<void> => {
  await mine(client, 'BTC', blocks);
  await driven.read();
};

async function spendsOf(transactionId: string): Promise<string[]> {
  const rows = await here.sql<{ spend: string }[]>`
    select spend from merchant.chain_sent_spends where coin = 'BTC' and transaction_id = ${transactionId}`;
  return rows.map(({ spend }) => spend);
}

async function listFree(): Promise<string[]> {
  const outputs = await here.sql.begin((tx) => listSpendable(tx, 'BTC'));
  return outputs.map(({ transactionId, index }) => `${transactionId}:${index}`);
}

test('inputs used only by a replaced transaction become available when the mined one has the depth of the largest amounts', async () => {
  await demandFeeRate(client, 'BTC', 0);
  await driven.read();
  const asked = await askToWithdraw(client, 'BTC');
  await driven.sign();
  await driven.send();
  await demandFeeRate(client, 'BTC', Number(simulatedCoins.BTC.feeRate) * 3);
  await readTo(6);
  await driven.raise(withoutChange(driven.chain));
  const { batch_id: batchId } = await storedPayout(here.sql, asked);
  const [first, raised] = await storedTransactions(here.sql, batchId);
  assert.ok(first && raised);
  const kept = await spendsOf(first.transaction_id);
  const [more = '', ...others] = (await spendsOf(raised.transaction_id)).filter((one) => !kept.includes(one));
  assert.ok(more !== '' && others.length === 0, 'another coin pays for the higher fee');
  const stubborn = withBroadcast(driven.chain, async (bytes) =>
    bytes === raised.bytes
      ? { outcome: 'refused', reason: 'insufficient fee' }
      : driven.chain.node.broadcast(bytes),
  );
  await driven.send(stubborn);
  await demandFeeRate(client, 'BTC', 0);

  await readTo(1);
  assert.equal((await storedPayout(here.sql, asked)).status, 'COMPLETED');
  assert.ok(!(await listFree()).includes(more), 'the chain may still take the block back');
  await readTo(4);
  assert.ok(!(await listFree()).includes(more));
  await readTo(1);
  assert.ok((await listFree()).includes(more));
  assert.deepEqual(await spendsOf(first.transaction_id), kept, 'what was mined keeps what it used');
  await assertBooksFitChain(here.sql, 'BTC');
});
