import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { mine, readAccounts, readOrder, reorganise } from '../../../test/support/coins.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../test/support/simulated-wallet.ts';
import { askToWithdraw, storedPayout, type AskedWithdrawal } from '../../../test/support/withdrawals.ts';
import { checkLedger } from '../books/check/check-ledger.ts';
import { listOpenBatches } from './batches/batch.store.ts';

const coin = 'XRP';
const staff = { by: 'ana@commands.test', reason: 'a look at the wallet' };
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
beforeEach(async () => {
  driven = await openStepwiseChain(here, { coin });
  await driven.read();
});
afterEach(async () => {
  await runCommand(here, 'payout thaw', [], { coin, ...staff });
  await driven.close();
});

async function pay(): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, coin, 2);
  await driven.read();
}

/** Removes the payout from the chain after its last valid block. */
async function loseForGood(): Promise<void> {
  await mine(client, coin, 80);
  await driven.read();
  await runCommand(here, 'payout freeze', [], { coin, ...staff });
  await reorganise(client, coin, 82);
  await mine(client, coin, 1);
  await driven.read();
}

const statusOf = async ({ id }: AskedWithdrawal) => (await readOrder(client, id)).order_status;
const lost = async () =>
  (await checkLedger(here.sql)).find(({ title }) => title.startsWith('completed payouts'))?.faults;

test('a payout that the chain loses while payouts are frozen is given back at the thaw, before its number is skipped', async () => {
  const before = await readAccounts(here.sql);
  const asked = await askToWithdraw(client, coin);
  await pay();
  assert.equal(await statusOf(asked), 'COMPLETED');
  assert.deepEqual(await lost(), []);
  await loseForGood();
  const { id } = await storedPayout(here.sql, asked);
  // Staff must review it before the money goes back. Until then it is listed, and the next paying process reviews it
  // again.
  assert.equal(await statusOf(asked), 'COMPLETED');
  assert.match(
    (await runCommand(here, 'payout list')).join('\n'),
    new RegExp(`${id}  COMPLETED[^]*payout thaw`),
  );
  assert.deepEqual(await lost(), [], 'somebody looks after it');
  for (let round = 0; round < 2; round++) {
    await mine(client, coin, 1);
    await driven.read();
    await driven.send();
  }
  assert.equal(here.log.filter((line) => line.includes('but its coin is frozen')).length, 1);
  const next = await askToWithdraw(client, coin);
  await runCommand(here, 'payout thaw', [], { coin, ...staff });
  await driven.sign();
  assert.equal((await storedPayout(here.sql, next)).status, 'RESERVED', 'not before its number is free');
  await driven.read();
  assert.equal(await statusOf(asked), 'REVERSED');
  assert.deepEqual(await lost(), []);
  await pay();
  assert.equal(await statusOf(next), 'COMPLETED');
  await assertBooksFitChain(here.sql, coin);
  const paid = await storedPayout(here.sql, next);
  const after = await readAccounts(here.sql);
  assert.equal(
    (after.get(`provider:chain ${coin}`) ?? 0n) - (before.get(`provider:chain ${coin}`) ?? 0n),
    paid.amount + (paid.fee ?? 0n),
    'one was paid',
  );
  assert.doesNotMatch((await runCommand(here, 'payout list')).join('\n'), new RegExp(id));
});

test('a payout that was never mined is signed again after the thaw, with the same number', async () => {
  const asked = await askToWithdraw(client, coin);
  await driven.sign();
  await runCommand(here, 'payout freeze', [], { coin, ...staff });
  await driven.send();
  await mine(client, coin, 100);
  await driven.read();
  const waiting = await storedPayout(here.sql, asked);
  assert.deepEqual(
    [waiting.status, waiting.due_at],
    ['SIGNED', null],
    'and nobody tries to send it meanwhile',
  );
  await runCommand(here, 'payout thaw', [], { coin, ...staff });
  await driven.read();
  assert.equal((await storedPayout(here.sql, asked)).status, 'RESERVED');
  await pay();
  assert.equal(await statusOf(asked), 'COMPLETED');
  await assertBooksFitChain(here.sql, coin);
});

test('a payout that reappears on the chain keeps its state, during the freeze and after the thaw', async () => {
  const asked = await askToWithdraw(client, coin);
  await pay();
  const { transaction_id: transactionId, batch_id: batchId } = await storedPayout(here.sql, asked);
  await loseForGood();
  assert.deepEqual(await listOpenBatches(here.sql, coin), [batchId]);
  // The reader writes this when it finds the transaction in the winning branch.
  await here.sql`
    update merchant.chain_sent set block_height = (select height from merchant.chain_states where coin = ${coin})
    where transaction_id = ${transactionId}`;
  await here.sql`
    insert into merchant.chain_reviews (coin, purpose, subject_id) values (${coin}, 'payout', ${batchId})`;
  await driven.read();
  assert.deepEqual(await lost(), []);
  assert.deepEqual(await listOpenBatches(here.sql, coin), []);
  await runCommand(here, 'payout thaw', [], { coin, ...staff });
  await driven.read();
  assert.equal(await statusOf(asked), 'COMPLETED');
});
