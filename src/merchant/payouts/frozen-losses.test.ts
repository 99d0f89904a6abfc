import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { mine, readAccounts, readOrder, reorganise } from '../../../test/support/coins.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { driveByHand, type HandDriven } from '../../../test/support/hand-driven-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../test/support/simulated-wallet.ts';
import { askToWithdraw, storedPayout, type AskedWithdrawal } from '../../../test/support/withdrawals.ts';
import { checkLedger } from '../ledger-check/check-ledger.ts';
import { listOpenBatches } from './batches/batch.store.ts';

const coin = 'XRP';
const staff = { by: 'ana@commands.test', reason: 'a look at the wallet' };
let here: TestApp;
let client: MerchantClient;
let driven: HandDriven;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
beforeEach(async () => {
  driven = await driveByHand(here, { coin });
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

/** The chain takes it back when its last block is long past. */
async function loseForGood(): Promise<void> {
  await mine(client, coin, 80);
  await driven.read();
  await runCommand(here, 'payout freeze', [], { coin, ...staff });
  await reorganise(client, coin, 82);
  await mine(client, coin, 1);
  await driven.read();
}

/** As the version before passed it over, and as the migration finds it. */
async function forgetAndMigrate(id: string): Promise<void> {
  await here.sql`update merchant.payout_batches set put_off_at = null, trouble = null`;
  assert.deepEqual(await listOpenBatches(here.sql, coin), []);
  assert.deepEqual(await lost(), [id]);
  const file = join(import.meta.dirname, '../migrations/0054_remember_put_off_batches.sql');
  const [, found] = readFileSync(file, 'utf8').split(/^(?=update )/m);
  await here.sql.begin((tx) => tx.script(found ?? ''));
  assert.equal((await listOpenBatches(here.sql, coin)).length, 1);
}

const statusOf = async ({ id }: AskedWithdrawal) => (await readOrder(client, id)).order_status;
const lost = async () =>
  (await checkLedger(here.sql)).find(({ title }) => title.startsWith('completed payouts'))?.faults;

test('what the chain loses for good while payouts are frozen is given back at the thaw, before its number is passed', async () => {
  const before = await readAccounts(here.sql);
  const asked = await askToWithdraw(client, coin);
  await pay();
  assert.equal(await statusOf(asked), 'COMPLETED');
  assert.deepEqual(await lost(), []);
  await loseForGood();
  const { id } = await storedPayout(here.sql, asked);
  // A person has to look before money goes back; until then it is shown, and looked at by whoever begins to pay.
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
  assert.equal(here.log.filter((line) => line.includes('while its coin is frozen')).length, 1);
  await forgetAndMigrate(id);
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

test('one that was never mined is signed anew after the thaw, with the same number', async () => {
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

test('what the chain shows again after all is what it was, thawed or not', async () => {
  const asked = await askToWithdraw(client, coin);
  await pay();
  const { transaction_id: transactionId, batch_id: batchId } = await storedPayout(here.sql, asked);
  await loseForGood();
  assert.deepEqual(await listOpenBatches(here.sql, coin), [batchId]);
  // As a reader writes it who finds it in the branch that wins in the end.
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
