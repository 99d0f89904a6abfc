import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chain } from '../src/merchant/chains/chain.ts';
import { runReviews } from '../src/merchant/chains/reviews/run-reviews.ts';
import { collectCoins } from '../src/merchant/payouts/collection/collect-coins.ts';
import type { MerchantContext } from '../src/merchant/merchant.context.ts';
import { payoutReviewer } from '../src/merchant/payouts/review-payout.ts';
import { sendPayouts } from '../src/merchant/payouts/send-payouts.ts';
import { signPayouts } from '../src/merchant/payouts/sign-payouts.ts';
import { openTestApp, type TestApp, type TestDatabase } from './support/app.ts';
import { breakingSql, Countdown, Killed } from './support/breaking-sql.ts';
import { customer, readAccounts } from './support/coins.ts';
import { createTestDatabase } from './support/database.ts';
import { startEthereumNode, type EthereumNode } from './support/ethereum-node.ts';
import { ethereumPrograms, type EthereumProgram } from './support/ethereum-program.ts';
import { confirmations, ethereumSettings, storeKey, wei } from './support/ethereum-stage.ts';
import { forwarder, words } from './support/evm-contracts.ts';
import { openStepwiseChain, owners, type StepwiseChain } from './support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from './support/merchant.ts';

/**
 * Collects customers' coins into the paying account on real nodes. The process dies at every statement, commit and
 * request to the node in turn.
 */
const { signal } = new AbortController();

for (const program of ethereumPrograms) {
  test(`${program}: collection that is killed at every step moves each coin once, and the ledger matches the chain`, async () => {
    const world = await openWorld(program);
    try {
      await collectThroughDeaths(world);
      await collectAgain(world);
    } finally {
      await world.close();
    }
  });
}

interface World {
  readonly node: EthereumNode;
  readonly app: TestApp;
  readonly client: MerchantClient;
  readonly driven: StepwiseChain;
  readonly hot: string;
  mine(blocks?: number): Promise<void>;
  close(): Promise<void>;
}

async function openWorld(program: EthereumProgram): Promise<World> {
  const node = await startEthereumNode(program);
  const database: TestDatabase = await createTestDatabase();
  await storeKey(node, database);
  const app = await openTestApp({ database, settings: ethereumSettings(node) });
  const driven = await openStepwiseChain(app, { coin: 'ETH' });
  await driven.read();
  return {
    node,
    app,
    client: await merchantClient(app),
    driven,
    hot: driven.chain.payingAddress?.address ?? '',
    async mine(blocks = 1) {
      await node.mine(blocks);
      await driven.read();
    },
    async close() {
      await driven.close();
      await app.close();
      await database.drop();
      await node.close();
    },
  };
}

async function newAddress({ client }: World, reference: string): Promise<string> {
  const answer = await client.post('/deposit/address/ETH', {
    customer_details: { ...customer, customer_reference_id: reference },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as Record<string, string>)['customer_deposit_wallet_address'] ?? '';
}

async function countdownThrough(
  { app, driven }: World,
  work: (context: MerchantContext, chain: Chain) => Promise<unknown>,
): Promise<number> {
  for (let dieAt = 0; ; dieAt++) {
    const countdown = new Countdown(dieAt);
    const context = { ...driven.context, sql: breakingSql(app.sql, countdown) };
    const chain: Chain = {
      ...driven.chain,
      node: {
        ...driven.chain.node,
        async broadcast(bytes) {
          countdown.step();
          const answer = await driven.chain.node.broadcast(bytes);
          countdown.step();
          return answer;
        },
      },
    };
    try {
      await work(context, chain);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    if (!countdown.died) return dieAt;
  }
}

/** Asserts that the balances of all our addresses match the ledger. */
async function assertBooksFit({ app, node }: World): Promise<void> {
  const rows = await app.sql<
    { address: string }[]
  >`select address from merchant.chain_addresses where coin = 'ETH'`;
  let total = 0n;
  for (const { address } of rows) total += await node.balance(address);
  assert.equal(-((await readAccounts(app.sql)).get('provider:chain ETH') ?? 0n), total);
}

async function collectThroughDeaths(world: World): Promise<void> {
  const { node, app, driven, mine, hot } = world;
  const [rich, alsoRich, poor] = [
    await newAddress(world, 'rich'),
    await newAddress(world, 'also-rich'),
    await newAddress(world, 'poor'),
  ];
  const contract = await node.deploy(forwarder);
  await node.pay(rich, wei('0.5'));
  await node.pay(contract, wei('0.25'), { data: words(alsoRich), gas: '0x50000' });
  await node.pay(poor, 5n * 10n ** 14n);
  await mine();
  await mine(confirmations);
  let deaths = await countdownThrough(world, (context, chain) => collectCoins(context, chain));
  assert.equal(await collectCoins(driven.context, driven.chain), 0, 'one at a time');
  deaths += await countdownThrough(world, (context, chain) => signPayouts(context, chain, owners, signal));
  deaths += await countdownThrough(world, (context, chain) => sendPayouts(context, chain, owners, signal));
  await node.mine(confirmations);
  await driven.readOnly();
  deaths += await countdownThrough(world, (context) =>
    runReviews(context, { payout: payoutReviewer(owners), funds: async () => {} }, 'ETH', signal),
  );
  await driven.read();
  await app.sql`update merchant.payout_batches set due_at = ${app.clock.now()} where due_at is not null`;
  await driven.send();
  await mine(confirmations);
  assert.ok(deaths > 20, `only ${deaths} died`);
  const payouts = await app.sql<{ status: string; amount: bigint; fee: bigint }[]>`
    select status, amount, fee from merchant.payouts where kind = 'collection'`;
  assert.deepEqual(
    payouts.map(({ status }) => status),
    ['COMPLETED', 'COMPLETED'],
  );
  const moved = payouts.reduce((sum, { amount }) => sum + amount, 0n);
  assert.equal(await node.balance(hot), moved);
  assert.ok(moved > wei('0.749') && moved < wei('0.75'));
  assert.equal(await node.balance(poor), 5n * 10n ** 14n, 'not worth its fee');
  const fees = (await readAccounts(app.sql)).get('provider:fees ETH') ?? 0n;
  assert.equal(
    -fees,
    payouts.reduce((sum, { fee }) => sum + fee, 0n),
    "the provider's cost",
  );
  await assertBooksFit(world);
  assert.equal(await collectCoins(driven.context, driven.chain), 0, 'the rest is not worth its fee');
}

/**
 * Collects a second deposit to the same address, together with the rest from the first collection, with the next nonce.
 */
async function collectAgain(world: World): Promise<void> {
  const { node, app, driven, mine } = world;
  const rich = await newAddress(world, 'rich');
  await node.pay(rich, wei('0.1'));
  await mine();
  await mine(confirmations);
  const orders = await app.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.orders where order_type = 'DEPOSIT'`;
  assert.equal(orders[0]?.count, 4, 'the rest was not credited twice');
  assert.equal(await collectCoins(driven.context, driven.chain), 1);
  await driven.sign();
  await driven.send();
  await mine();
  await mine(confirmations);
  const [last] = await app.sql<{ status: string; source_number: bigint }[]>`
    select status, source_number from merchant.payouts where kind = 'collection' order by id desc limit 1`;
  assert.deepEqual([last?.status, last?.source_number], ['COMPLETED', 1n]);
  await assertBooksFit(world);
}
