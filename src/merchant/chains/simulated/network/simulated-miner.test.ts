import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import {
  endowmentOf,
  openTestChain,
  signPayout,
  wholeCoin,
} from '../../../../../test/support/simulated-chain.ts';
import { coinCodes, type CoinCode } from '../../../assets/asset.rules.ts';
import { wakeChannel } from '../../wake-chain-reader.ts';
import { keptBlocks } from './mine-blocks.ts';
import { mineDue } from './simulated-miner.ts';

/** Makes the last blocks this many seconds older. */
const age = (testApp: TestApp, seconds: number) =>
  testApp.sql`update merchant.simulated_chains set mined_at = clock_timestamp() - make_interval(secs => ${seconds})`;

async function withApp(
  settings: Record<string, string>,
  run: (testApp: TestApp) => Promise<void>,
): Promise<void> {
  const testApp = await openMerchantApp({ settings });
  try {
    await run(testApp);
  } finally {
    await testApp.close();
  }
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('one of several processes mines a block that is due', async () => {
  const database = await createTestDatabase();
  const settings = { SIMULATED_BLOCK_SECONDS: '0' };
  const apps = await Promise.all([1, 2, 3].map(() => openMerchantApp({ settings, database })));
  try {
    const [first] = apps;
    assert.ok(first);
    const { node } = await openTestChain(first, 'BTC');
    for (let round = 0; round < 5; round++) {
      await age(first, 3600);
      const { height } = await node.tip();
      const mined = await Promise.all(
        apps.flatMap(({ platform }) => [0, 1].map(() => mineDue(platform, ['BTC'], 600))),
      );
      assert.deepEqual(mined.flat(), ['BTC']);
      assert.equal((await node.tip()).height, height + 1);
    }
    assert.deepEqual(
      await mineDue(
        first.platform,
        coinCodes.filter((coin) => coin === 'BTC'),
        600,
      ),
      [],
    );
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await database.drop();
  }
});

test('blocks arrive at the interval, contain the unconfirmed transactions, and are logged', () =>
  withApp({ SIMULATED_BLOCK_SECONDS: '1' }, async (testApp) => {
    const chain = await openTestChain(testApp, 'LTC');
    const woken = new Set<string>();
    testApp.platform.signals.subscribe(wakeChannel, (coin) => void woken.add(coin ?? ''));
    const { transactionId } = await chain.send(chain.chain.addresses.derive(0, 1), 1000n);
    await testApp.start();
    await until(async () => (await chain.waiting()).length === 0);
    const { height } = await chain.node.tip();
    const blocks = await Promise.all(
      Array.from({ length: height + 1 }, (_, place) => chain.node.findBlock(place)),
    );
    assert.ok(blocks.some((block) => block?.transactions.some(({ id }) => id === transactionId)));
    await until(() => coinCodes.every((coin: CoinCode) => woken.has(coin)));
  }));

test('moving the clock by a year brings no early block, and the next block has the moved time', () =>
  withApp({ SIMULATED_BLOCK_SECONDS: '0' }, async (testApp) => {
    const { node, mine } = await openTestChain(testApp, 'BTC');
    const { height } = await node.tip();
    testApp.clock.offsetMs += 365 * 86_400_000;
    assert.deepEqual(await mineDue(testApp.platform, ['BTC'], 3600), []);
    await age(testApp, 86_400);
    assert.deepEqual(await mineDue(testApp.platform, ['BTC'], 3600), ['BTC']);
    assert.deepEqual(
      await mineDue(testApp.platform, ['BTC'], 3600),
      [],
      'one block, however long the pause was',
    );
    assert.equal((await node.tip()).height, height + 1);
    const block = await node.findBlock(height + 1);
    assert.ok((block?.minedAtMs ?? 0) > Date.now() + 364 * 86_400_000);
    await mine();
  }));

test('with 0 seconds no block arrives by itself', () =>
  withApp({ SIMULATED_BLOCK_SECONDS: '0' }, async (testApp) => {
    await testApp.start();
    await age(testApp, 86_400);
    // Another app with its own database mines meanwhile, which shows that enough time has passed.
    await withApp({ SIMULATED_BLOCK_SECONDS: '1' }, async (mining) => {
      const { node } = await openTestChain(mining, 'BTC');
      await mining.start();
      await age(mining, 3600);
      await until(async () => (await node.tip()).height > 1);
    });
    assert.equal((await (await openTestChain(testApp, 'BTC')).node.tip()).height, 1);
  }));

test('old blocks are deleted, and their outputs can still be spent', () =>
  withApp({ SIMULATED_BLOCK_SECONDS: '0' }, async (testApp) => {
    const { chain, node, payer, mine } = await openTestChain(testApp, 'BTC');
    const outputs = await endowmentOf(testApp, chain);
    await mine(keptBlocks / 2);
    await mine(keptBlocks / 2);
    await mine();
    const { height } = await node.tip();
    assert.equal(await node.findBlock(height - keptBlocks), undefined);
    assert.equal((await node.findBlock(height - keptBlocks + 1))?.height, height - keptBlocks + 1);
    const [row] = await testApp.sql<{ blocks: bigint; outputs: bigint }[]>`
      select (select count(*) from merchant.simulated_blocks where coin = 'BTC') as blocks,
        (select count(*) from merchant.simulated_outputs where coin = 'BTC') as outputs`;
    assert.equal(row?.blocks, BigInt(keptBlocks));
    assert.equal(row?.outputs, 20n);
    const feeRate = await node.estimateFeeRate();
    const plan = { to: chain.addresses.derive(0, 5), amountMinor: wholeCoin('BTC'), feeRate, height };
    const change = chain.addresses.derive(1, 500_000);
    const { bytes } = signPayout(payer, plan, { kind: 'outputs', outputs, change });
    assert.deepEqual(await node.broadcast(bytes), { outcome: 'accepted' });
  }));
