import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { openTestChain, signPayout, wholeCoin } from '../../../../test/support/simulated-chain.ts';
import { takeAddresses } from '../../../../test/support/taken-addresses.ts';
import { newId } from '../../../platform/ids.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Funds } from '../chain.ts';
import { listChains } from '../offered-chains.ts';
import { assignAddress, withUnusedAddress } from './assign-address.ts';

const databases: TestDatabase[] = [];
after(async () => {
  for (const database of databases) await database.drop();
});

/** Starts a process on the database, assigns addresses to customers, and stops. */
async function tradeOn(database: TestDatabase): Promise<string[]> {
  const app = await openMerchantApp({ database });
  try {
    return await takeAddresses(app);
  } finally {
    await app.close();
  }
}

test('a database restored by pg_restore repeats no address or tag of the lost time', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const before = await tradeOn(database);
  const copy = await copyDatabase(database);
  databases.push(copy);
  const lost = await tradeOn(database);
  const given = await tradeOn(copy);
  assert.equal(new Set([...before, ...lost, ...given]).size, 3 * before.length);
});

test('processes that start in the same second on one database repeat no address or tag', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  await tradeOn(database);
  const apps = await Promise.all([1, 2, 3].map(() => openMerchantApp({ database })));
  try {
    const given = await Promise.all(apps.map((app) => takeAddresses(app)));
    assert.equal(new Set(given.flat()).size, 3 * (given[0]?.length ?? 0));
  } finally {
    await Promise.all(apps.map((app) => app.close()));
  }
});

async function assignOf(testApp: TestApp, coin: CoinCode) {
  const test = await openTestChain(testApp, coin);
  const context = { ...testApp.platform, chains: listChains([test.chain]) };
  const assign = () =>
    withUnusedAddress(context, (unused) =>
      testApp.sql.begin((tx) =>
        assignAddress(tx, context, { coin, purpose: 'payment', subjectId: newId() }, unused),
      ),
    );
  const places = () =>
    testApp.sql<{ branch: number; index: bigint }[]>`
      select path_branch as branch, address_index as index from merchant.chain_addresses
      where coin = ${coin} and purpose = 'payment' order by address_index`;
  return { ...test, context, assign, places };
}

test('skips an Ethereum address that was paid before', async () => {
  const app = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    const { chain, send, assign, places } = await assignOf(app, 'ETH');
    await assign();
    const [first] = await places();
    assert.ok(first);
    // One unconfirmed payment and one in a block.
    await send(chain.addresses.derive(first.branch, Number(first.index) + 1), 10n ** 16n);
    await send(chain.addresses.derive(first.branch, Number(first.index) + 2), 10n ** 16n);
    await assign();
    assert.equal((await places())[1]?.index, first.index + 3n);
    assert.equal(app.log.filter((line) => line.includes('with a history on the chain')).length, 2);
  } finally {
    await app.close();
  }
});

test('assigns no address if the node cannot say whether it was used', async () => {
  const app = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    for (const coin of ['ETH', 'XRP'] as const) {
      const { chain, assign, context, places } = await assignOf(app, coin);
      const node = {
        ...chain.node,
        hasHistory: async () => {
          throw new Error('away');
        },
      };
      context.chains = listChains([{ ...chain, node }]);
      await assert.rejects(assign(), { code: 'node_unavailable' });
      context.chains = listChains([{ ...chain, node: { ...node, hasHistory: async () => true } }]);
      await assert.rejects(assign(), { code: 'node_unavailable' });
      assert.equal((await places()).length, 0);
    }
  } finally {
    await app.close();
  }
});

test('draws tags from the whole range and stores them with the address', async () => {
  const app = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    const { assign, chain } = await assignOf(app, 'XRP');
    const tags = await Promise.all(
      Array.from({ length: 64 }, async () => Number((await assign()).destinationTag)),
    );
    assert.equal(new Set(tags).size, 64);
    for (const tag of tags) assert.ok(Number.isInteger(tag) && tag > 0 && tag < 2 ** 32);
    // A run in which all tags fall into one half has a probability of 2^-64.
    assert.ok(tags.some((tag) => tag >= 2 ** 31) && tags.some((tag) => tag < 2 ** 31));
    const [row] = await app.sql`
      select address, destination from merchant.chain_addresses
      where coin = 'XRP' and destination_tag = ${String(tags[0])} and address_index = ${tags[0] ?? 0}`;
    assert.deepEqual(
      { ...row },
      { address: chain.addresses.account, destination: `${chain.addresses.account}:${tags[0]}` },
    );
  } finally {
    await app.close();
  }
});

test('addresses of the previous version keep working, and their coins can be paid out', async () => {
  const app = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    for (const coin of ['BTC', 'ETH'] as const) {
      const chain = await openTestChain(app, coin);
      const { payer } = chain;
      const [old, present] = [
        chain.chain.addresses.derive(0, 5),
        chain.chain.addresses.derive(1_795_000_000, 5),
      ];
      const outputs = [];
      for (const [branch, to] of [
        [0, old],
        [1_795_000_000, present],
      ] as const) {
        const { transactionId } = await chain.send(to, wholeCoin(coin));
        outputs.push({
          ...to,
          transactionId,
          index: 0,
          amountMinor: wholeCoin(coin),
          branch,
          addressIndex: 5,
        });
      }
      await chain.mine();
      const plan = {
        to: chain.chain.addresses.derive(0, 77),
        amountMinor: wholeCoin(coin) / 2n,
        feeRate: 0n,
      };
      for (const output of outputs) {
        const feeRate = await chain.node.estimateFeeRate();
        const funds: Funds =
          coin === 'BTC'
            ? { kind: 'outputs', outputs: [output], change: present }
            : { kind: 'sequence', next: 0n, from: { ...output, index: 5, outputs: [output] } };
        const { bytes } = signPayout(payer, { ...plan, feeRate }, funds);
        assert.equal((await chain.node.broadcast(bytes)).outcome, 'accepted');
      }
    }
  } finally {
    await app.close();
  }
});
