import assert from 'node:assert/strict';
import { addStaff } from './commands.ts';
import { HDKey } from '@scure/bip32';
import { createAddressBook } from '../../src/merchant/chains/addresses/create-address-book.ts';
import { accountPath } from '../../src/merchant/chains/bitcoin/bitcoin-coins.ts';
import type { AddressBook } from '../../src/merchant/chains/chain.ts';
import { chainKeyCommand } from '../../src/merchant/chains/chain-key.commands.ts';
import { wakeChainReader } from '../../src/merchant/chains/wake-chain-reader.ts';
import type { Command } from '../../src/platform/command.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { openMerchantApp, type TestApp, type TestDatabase } from './app.ts';
import { customer, readAccounts, untilOrder, type OrderLookup } from './coins.ts';
import { createTestDatabase } from './database.ts';
import { merchantClient, type MerchantClient } from './merchant.ts';
import { newChosen, type ChosenPayment } from './payments.ts';
import { until } from './process.ts';
import type { UtxoNode } from './utxo-node.ts';

const masterOf = (seed: number): HDKey =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), { public: 0x043587cf, private: 0x04358394 });
/** Returns the account of the wallet with this seed. Another seed gives another wallet. */
export const accountOf = (coin: UtxoNode['coin'], seed = 42): HDKey =>
  masterOf(seed).derive(accountPath(coin, 'regtest', 0));
/** Added to amounts, so that payments of each coin need three confirmations. Bitcoin needs them from 1,000 EUR. */
const extraEuros = { BTC: 1000, BCH: 0, LTC: 0 };

/** A merchant, a customer and their node. One process has no keys and serves requests, as in production. */
export interface Stage {
  readonly coin: UtxoNode['coin'];
  readonly node: UtxoNode;
  readonly account: HDKey;
  readonly database: TestDatabase;
  readonly settings: Readonly<Record<string, string>>;
  readonly addresses: AddressBook;
  /** The process without keys. */
  readonly till: TestApp;
  /** The process with keys, which pays out. */
  readonly vault: TestApp;
  readonly merchant: MerchantClient;
  run(command: Command | undefined, ...positionals: string[]): Promise<string>;
  /** Pays as the customer and wakes the reader. Returns the transaction's id. */
  pay(address: string, amount: string): Promise<string>;
  /** Mines blocks and waits until they have been read. */
  mine(blocks?: number): Promise<string[]>;
  mineEmpty(blocks: number): Promise<void>;
  /** Restarts the node and wakes the reader, which would otherwise wait half a minute after an outage. */
  restart(): Promise<void>;
  /** Creates a payment of about this many euros in the coin. */
  choose(euros: number): Promise<ChosenPayment & { readonly cents: bigint }>;
  /** The merchant's balance, in cents. */
  euros(): Promise<bigint>;
  /** The balance of the provider's account in the coin. */
  providerBalance(name: 'chain' | 'payouts'): Promise<bigint>;
  askToWithdraw(amount: string, address: string): ReturnType<MerchantClient['post']>;
  /** Requests a withdrawal and returns the order's id. */
  withdraw(amount: string, address: string): Promise<string>;
  /** Waits until a node has the transaction and returns its id. */
  untilSent(orderId: string): Promise<string>;
  untilCompleted(orderId: string): Promise<OrderLookup>;
  /** Returns the confirmed amount at the address. Asserts that it was paid once. */
  received(address: string): Promise<string>;
  stop(app: TestApp): Promise<void>;
  /** Opens both processes again with additional settings. */
  reopen(more: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(startNode: () => Promise<UtxoNode>): Promise<Stage> {
  const node = await startNode();
  try {
    return await openProcesses(node);
  } catch (error) {
    // An open node would keep the file from ending.
    await node.close();
    throw error;
  }
}

async function openProcesses(node: UtxoNode): Promise<Stage> {
  const database = await createTestDatabase();
  const { coin } = node;
  const account = accountOf(coin);
  const addresses = createAddressBook(coin, 'regtest', account.publicExtendedKey);
  let settings: Record<string, string> = {
    [`${coin}_NODE`]: node.url,
    [`${coin}_XPUB`]: account.publicExtendedKey,
    SIMULATED_CHAINS: 'no',
    TRADE_MINIMUM: 'BTC=0.000001,BCH=0.000001,LTC=0.00001,ETH=1,XRP=1',
  };
  let till = await openMerchantApp({ database, settings });
  const run: Stage['run'] = async (command, ...positionals) => {
    const lines: string[] = [];
    assert.ok(command);
    await command.run(
      till.platform,
      { values: { by: await addStaff(till.platform) }, positionals },
      (line) => void lines.push(line),
    );
    return lines.join('\n');
  };
  await run(
    chainKeyCommand(() => Promise.resolve(account.privateExtendedKey)),
    coin,
  );
  let vault = await openMerchantApp({ database, settings });
  await till.start();
  await vault.start();
  let merchant = await merchantClient(till);

  const untilRead = async (): Promise<void> => {
    const hash = await node.call('getbestblockhash');
    wakeChainReader(till.platform.signals, coin);
    await until(async () => {
      const rows = await till.sql`
        select from merchant.chain_states where coin = ${coin} and hash = ${hash} and fee_rate is not null`;
      return rows.length === 1;
    }, 'the reading of the chain');
  };
  const running = new Set([till, vault]);
  const stop: Stage['stop'] = async (app) => {
    if (running.delete(app)) await app.close();
  };
  const askToWithdraw: Stage['askToWithdraw'] = async (amount, address) =>
    merchant.post('/withdrawals', await withdrawalBody(merchant, coin, amount, address));
  await untilRead();
  return {
    coin,
    node,
    account,
    database,
    get settings() {
      return settings;
    },
    addresses,
    get till() {
      return till;
    },
    get vault() {
      return vault;
    },
    get merchant() {
      return merchant;
    },
    run,
    async pay(address, amount) {
      const transactionId = await node.pay(address, amount);
      wakeChainReader(till.platform.signals, coin);
      return transactionId;
    },
    async mine(blocks = 1) {
      const hashes = await node.mine(blocks);
      await untilRead();
      return hashes;
    },
    async mineEmpty(blocks) {
      await node.mineEmpty(blocks);
      await untilRead();
    },
    async restart() {
      await node.restart();
      wakeChainReader(till.platform.signals, coin);
    },
    async choose(euros) {
      const amount = euros + extraEuros[coin];
      return { ...(await newChosen(merchant, coin, amount.toFixed(2))), cents: BigInt(amount * 100) };
    },
    euros: async () => (await readAccounts(till.sql)).get('psp:1 EUR') ?? 0n,
    providerBalance: async (name) => (await readAccounts(till.sql)).get(`provider:${name} ${coin}`) ?? 0n,
    askToWithdraw,
    async withdraw(amount, address) {
      const answer = await askToWithdraw(amount, address);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().order_id;
    },
    async untilSent(orderId) {
      const isSent = (order: OrderLookup): boolean => order.blockchain_transaction_id !== null;
      return (await untilOrder(merchant, orderId, isSent, 'sent')).blockchain_transaction_id ?? '';
    },
    untilCompleted: (orderId) =>
      untilOrder(merchant, orderId, (order) => order.order_status === 'COMPLETED', 'completed'),
    async received(address) {
      // Uses the node's parser, because an error of ours could affect both payout and check.
      const { scriptPubKey: script } = await node.call('validateaddress', address);
      const outputs = await node.listUnspent([script]);
      assert.equal(outputs.length, 1, 'paid once');
      return formatAmount(outputs[0]?.amountMinor ?? 0n, 8);
    },
    stop,
    async reopen(more) {
      await stop(vault);
      await stop(till);
      settings = { ...settings, ...more };
      vault = await openMerchantApp({ database, settings });
      till = await withoutKeys(vault.sql, () => openMerchantApp({ database, settings }));
      running.add(till).add(vault);
      await till.start();
      await vault.start();
      merchant = await merchantClient(till);
      await untilRead();
    },
    async close() {
      await stop(vault);
      await stop(till);
      await database.drop();
      await node.close();
    },
  };
}

/** Removes the keys while a process opens, because it reads them only then. */
async function withoutKeys<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const keys = await sql<{ coin: string; sealedKey: Buffer }[]>`
    delete from merchant.chain_keys returning coin, sealed_key as "sealedKey"`;
  assert.ok(keys.length > 0);
  try {
    return await work();
  } finally {
    for (const { coin, sealedKey } of keys)
      await sql`insert into merchant.chain_keys (coin, sealed_key, created_at) values (${coin}, ${sealedKey}, now())`;
  }
}

/** Returns a request with a new quote. */
export async function withdrawalBody(
  merchant: MerchantClient,
  coin: UtxoNode['coin'],
  amount: string,
  address: string,
): Promise<object> {
  const quote = await merchant.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  assert.equal(quote.statusCode, 200, quote.body);
  const { conversion_token: token } = quote.json() as { conversion_token: string };
  return {
    withdrawalData: {
      conversion_token: token,
      customer_wallet_address: address,
      customer_details: customer,
    },
  };
}
