import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HDKey } from '@scure/bip32';
import { createAddressBook } from '../src/merchant/chains/addresses/create-address-book.ts';
import { collectCoins } from '../src/merchant/payouts/collection/collect-coins.ts';
import { CommandError } from '../src/platform/command.ts';
import { StartError } from '../src/platform/start-error.ts';
import { openTestApp, type TestApp, type TestDatabase } from './support/app.ts';
import { readAccounts } from './support/coins.ts';
import { runCommand } from './support/commands.ts';
import { createTestDatabase } from './support/database.ts';
import { startEthereumNode, type EthereumNode } from './support/ethereum-node.ts';
import { ethereumPrograms } from './support/ethereum-program.ts';
import {
  account,
  confirmations,
  ethereumSettings,
  giveKey,
  nextAccount,
  storeKey,
  wei,
} from './support/ethereum-stage.ts';
import { openStepwiseChain, type StepwiseChain } from './support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from './support/merchant.ts';
import { newChosen, readPayment } from './support/payments.ts';
import { askToWithdraw, storedPayout } from './support/withdrawals.ts';

/** A process with one wallet, whose jobs the test runs step by step. */
interface Process {
  readonly app: TestApp;
  readonly client: MerchantClient;
  readonly driven: StepwiseChain;
  readonly hot: string;
  close(): Promise<void>;
}

const bookOf = (wallet: HDKey) => createAddressBook('ETH', 'regtest', wallet.publicExtendedKey);

async function openProcess(node: EthereumNode, database: TestDatabase, wallet: HDKey): Promise<Process> {
  const app = await openTestApp({ database, settings: ethereumSettings(node, wallet) });
  const driven = await openStepwiseChain(app, { coin: 'ETH' });
  await driven.read();
  return {
    app,
    client: await merchantClient(app),
    driven,
    hot: driven.chain.payingAddress?.address ?? '',
    async close() {
      await driven.close();
      await app.close();
    },
  };
}

/** Rotates the wallet as staff do: with the new settings, before a process starts with them. */
const rotate = ({ app: { platform } }: Process, wallet: HDKey): Promise<string[]> => {
  const settings = { ...platform.settings, ETH_XPUB: wallet.publicExtendedKey };
  const values = { by: 'ana@commands.test', reason: 'who knew the key has left' };
  return runCommand({ platform: { ...platform, settings } }, 'chain rotate', ['ETH'], values);
};

async function assertBooksFit({ app }: Process, node: EthereumNode): Promise<void> {
  const rows = await app.sql<{ address: string }[]>`
    select address from merchant.chain_addresses where coin = 'ETH'`;
  let total = 0n;
  for (const { address } of rows) total += await node.balance(address);
  const accounts = await readAccounts(app.sql);
  assert.equal(-(accounts.get('provider:chain ETH') ?? 0n), total);
  assert.equal(accounts.get('provider:payouts ETH') ?? 0n, 0n);
}

const numbersOf = ({ app }: Process) => app.sql<{ account: number; number: bigint }[]>`
  select account, number from merchant.account_numbers where coin = 'ETH' and number >= 0 order by account, number`;

test('a wallet rotation works while a payment is open and a payout is pending', async () => {
  const node = await startEthereumNode(ethereumPrograms[0] ?? 'edr');
  const database = await createTestDatabase();
  await storeKey(node, database);
  let now = await openProcess(node, database, account);
  const mine = async (): Promise<void> => {
    await node.mine(confirmations + 1);
    await now.driven.read();
  };
  try {
    const oldHot = now.hot;
    await node.pay(oldHot, wei('5'));
    await mine();
    const open = await newChosen(now.client, 'ETH', '40.00');
    const stuck = await askToWithdraw(now.client, 'ETH', '0.5');
    await now.driven.sign();
    await now.driven.send();

    // A process refuses the new settings before the rotation and the old settings after it.
    await assert.rejects(openProcess(node, database, nextAccount), StartError);
    assert.match((await rotate(now, nextAccount)).join(), /Store its key/);
    await assert.rejects(rotate(now, nextAccount), CommandError);
    await assert.rejects(rotate(now, account), /cannot be used again/);
    await assert.rejects(openProcess(node, database, account), StartError);
    assert.match(await giveKey(now.app, nextAccount), /can pay out/);
    await now.close();
    now = await openProcess(node, database, nextAccount);
    assert.equal(now.hot, bookOf(nextAccount).derive(1, 2 ** 31 - 1).address);

    // The open payment keeps its old address. New addresses belong to the new wallet.
    await node.pay(open.payment_cryptocurrency_address, wei(open.cryptocurrency_amount));
    const later = await askToWithdraw(now.client, 'ETH', '0.25');
    await now.driven.sign();
    assert.match((await storedPayout(now.app.sql, later)).trouble ?? '', /the wallet lacks/);
    assert.equal(
      await collectCoins(now.driven.context, now.driven.chain),
      0,
      'the pending payout comes first',
    );

    // The payout of the old account is replaced with its own key and nonce.
    const before = await storedPayout(now.app.sql, stuck);
    await runCommand(now.app, 'payout bump', [before.id]);
    await now.driven.raise();
    await now.driven.send();
    const raised = await storedPayout(now.app.sql, stuck);
    assert.equal(raised.generation, 1);
    await mine();
    assert.equal((await storedPayout(now.app.sql, stuck)).status, 'COMPLETED');
    assert.equal(await node.balance(stuck.wallet), wei('0.5'));
    const { nonce, from } = await node.call('eth_getTransactionByHash', raised.transaction_id);
    assert.deepEqual([nonce, from], ['0x0', oldHot.toLowerCase()]);
    assert.equal((await readPayment(now.client, open.payment_reference_number)).payment_status, 'PAID');

    // The old account's remaining balance and its customers' deposits go to the new account.
    assert.equal(await collectCoins(now.driven.context, now.driven.chain), 2);
    assert.equal(await collectCoins(now.driven.context, now.driven.chain), 0, 'already being collected');
    await now.driven.sign();
    await now.driven.send();
    await mine();
    assert.ok((await node.balance(oldHot)) < wei('0.001'));
    assert.ok((await node.balance(now.hot)) > wei('4.4'));
    await now.driven.sign();
    await now.driven.send();
    await mine();
    const paid = await storedPayout(now.app.sql, later);
    assert.equal(paid.status, 'COMPLETED');
    assert.equal(await node.balance(later.wallet), wei('0.25'));
    const { from: payer } = await node.call('eth_getTransactionByHash', paid.transaction_id);
    assert.equal(payer, now.hot.toLowerCase());
    assert.deepEqual(
      (await numbersOf(now)).map(({ account: of, number }) => [of, Number(number)]),
      [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    );
    await assertBooksFit(now, node);

    // Without its key the old wallet is not touched. The key is recognised when it is given again.
    await now.app.sql`update merchant.former_accounts set sealed_key = null`;
    await node.pay(oldHot, wei('1'));
    await mine();
    await now.close();
    now = await openProcess(node, database, nextAccount);
    assert.deepEqual([...(now.driven.chain.payer?.lacks ?? [])], [0]);
    assert.equal(await collectCoins(now.driven.context, now.driven.chain), 0);
    assert.match(await giveKey(now.app, account, nextAccount), /to a former account/);
    await now.close();
    now = await openProcess(node, database, nextAccount);
    assert.equal(await collectCoins(now.driven.context, now.driven.chain), 1);
    await now.driven.sign();
    await now.driven.send();
    await mine();
    assert.ok((await node.balance(now.hot)) > wei('5.2'));
    await assertBooksFit(now, node);
  } finally {
    await now.close();
    await database.drop();
    await node.close();
  }
});
