import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine } from '../../../../test/support/coins.ts';
import {
  driveByHand,
  withBroadcast,
  withoutChange,
  type HandDriven,
} from '../../../../test/support/hand-driven-chain.ts';
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
let driven: HandDriven;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await driveByHand(here, { coin: 'BTC' });
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

const migration = readFileSync(
  join(import.meta.dirname, '../../migrations/0062_release_claims_of_the_replaced.sql'),
  'utf8',
);

/** All of the coin, after the script, which is undone. */
async function claimsAfter(script: string): Promise<string[]> {
  let claims: string[] = [];
  const undo = new Error('undone');
  const trial = here.sql.begin(async (tx) => {
    await tx.script(script);
    const rows = await tx<{ spend: string }[]>`select spend from merchant.chain_claims where coin = 'BTC'`;
    claims = rows.map(({ spend }) => spend);
    throw undo;
  });
  await assert.rejects(trial, undo);
  return claims;
}

async function listFree(): Promise<string[]> {
  const outputs = await here.sql.begin((tx) => listSpendable(tx, 'BTC'));
  return outputs.map(({ transactionId, index }) => `${transactionId}:${index}`);
}

test('coins that only the replaced one would have used are free once the mined one lies as deep as any must', async () => {
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
  assert.deepEqual(await claimsAfter(migration), kept, 'what a version before has left is free at once');
  await readTo(4);
  assert.ok(!(await listFree()).includes(more));
  await readTo(1);
  assert.ok((await listFree()).includes(more));
  assert.deepEqual(await spendsOf(first.transaction_id), kept, 'what was mined keeps what it used');
  await assertBooksFitChain(here.sql, 'BTC');
});
