import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openMerchantApp } from '../../../../test/support/app.ts';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { watch } from '../../../../test/support/chain-context.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { copyDatabase, createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { openStepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { customer } from '../../../../test/support/coins.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { pay } from '../../../../test/support/played-chain.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { findLostAddresses, type Search } from './find-lost-addresses.ts';
import { listUnassigned } from '../../payouts/unassigned/list-unassigned.ts';

const stage = useChainStage();
const databases: TestDatabase[] = [];

after(async () => {
  for (const database of databases) await database.drop();
});
beforeEach(async () => {
  await stage.sql`delete from merchant.address_branches`;
  const [first] = stage.node.blocks;
  assert.ok(first);
  stage.node.blocks[0] = { ...first, minedAtMs: 0 };
});

const hourMs = 3_600_000;
const now = Math.floor(Date.now() / 1000);
const { read } = stage;
const find = (search: Partial<Search> = {}) =>
  findLostAddresses(stage.context, stage.chain, {
    from: new Date(Date.now() - hourMs),
    to: new Date(),
    branches: [],
    first: 20,
    ...search,
  });
const listed = async (): Promise<string[]> =>
  (await listUnassigned(stage.testApp.platform, {}, 1000)).items.map(({ address }) => address).toSorted();

test('finds coins at addresses of an unknown branch in blocks that were already read, and shows them to staff', async () => {
  await read();
  const lost = now - 600;
  stage.node.mine([
    pay('a', `btc/${lost}/7`, 5n),
    pay('b', `btc/${lost}/900`, 6n),
    pay('other', 'btc/7/7', 9n),
  ]);
  await read();
  assert.deepEqual(await listed(), []);
  const { branches, coins } = await find();
  assert.deepEqual(branches, [lost]);
  assert.deepEqual(
    coins.map(({ address, branch, address_index: index, amount }) => [address, branch, index, amount]),
    [
      [`btc/${lost}/7`, lost, 7n, 5n],
      [`btc/${lost}/900`, lost, 900n, 6n],
    ],
  );
  assert.deepEqual(await listed(), [`btc/${lost}/7`, `btc/${lost}/900`]);
  // Later coins appear as they arrive, also unconfirmed ones.
  stage.node.mine([pay('later', `btc/${lost}/1100`, 7n)]);
  stage.node.wait(pay('waiting', `btc/${lost}/8`, 8n));
  await read();
  assert.equal((await listed()).length, 4);
  assert.equal((await find()).coins.length, 4, 'a second search finds the same');
});

test('finds and watches a named branch without coins at its first addresses', async () => {
  await read();
  const lost = now - 600;
  stage.node.mine([pay('a', `btc/${lost}/150`, 5n)]);
  await read();
  assert.deepEqual((await find()).branches, []);
  assert.deepEqual((await find({ first: 200 })).branches, [lost]);
  const named = await find({ branches: [lost - 1] });
  assert.deepEqual(named.branches, [lost - 1]);
  stage.node.mine([pay('later', `btc/${lost - 1}/3`, 7n)]);
  await read();
  assert.deepEqual(await listed(), [`btc/${lost - 1}/3`, `btc/${lost}/150`]);
});

test('finds addresses that a former server or version assigned after the copy, and no current ones', async () => {
  await read();
  const [former, present] = [now - 86_400, now - 60];
  const [row] = await stage.sql<{ server: string }[]>`select merchant.present_server() as server`;
  for (const [branch, server] of [
    [former, 'before'],
    [present, row?.server ?? ''],
  ] as const)
    await insertRow(stage.sql, 'merchant', 'address_branches', {
      coin: 'BTC',
      branch,
      server,
      base: 0,
      begun_at: new Date(branch * 1000),
    });
  const known = await watch(stage.sql, { destination: `btc/${former}/5`, purpose: 'payment' });
  await stage.sql`
    update merchant.chain_addresses set path_branch = ${former}, branch = 0, address_index = 5
    where subject_id = ${known}`;
  stage.node.mine([
    pay('known', `btc/${former}/5`, 1n),
    pay('lost', `btc/${former}/9`, 2n),
    pay('older', 'btc/0/12', 3n),
    pay('change', 'btc/1/13', 4n),
    pay('present', `btc/${present}/2`, 5n),
  ]);
  await read();
  const { branches } = await find();
  assert.deepEqual(
    branches.toSorted((a, b) => a - b),
    [0, 1, former],
  );
  assert.deepEqual(await listed(), ['btc/0/12', 'btc/1/13', `btc/${former}/9`].toSorted());
});

test('fails without changes if the chain changes branches meanwhile', async () => {
  await read();
  const lost = now - 600;
  stage.node.mine([pay('a', `btc/${lost}/7`, 5n)]);
  await read();
  stage.node.unwind(1);
  stage.node.mine([pay('b', `btc/${lost}/8`, 5n)]);
  await assert.rejects(find(), /changed branches during the search: search again/);
  assert.deepEqual(await listed(), []);
});

test('after a restore, the command finds coins that a customer sends to a lost address', async () => {
  const settings = { SIMULATED_BLOCK_SECONDS: '0' };
  const database = await createTestDatabase();
  databases.push(database);
  await (await openMerchantApp({ database, settings })).close();
  const from = new Date().toISOString();
  const copy = await copyDatabase(database);
  databases.push(copy);
  const askFor = async (coin: CoinCode, on: TestDatabase) => {
    const app = await openMerchantApp({ database: on, settings });
    const client = await merchantClient(app);
    const driven = await openStepwiseChain(app, { coin });
    await driven.read();
    const answer = await client.post(`/deposit/address/${coin}`, { customer_details: customer });
    assert.equal(answer.statusCode, 200, answer.body);
    return { app, client, driven, given: answer.json() };
  };
  for (const coin of ['BTC', 'ETH'] as const) {
    const lost = await askFor(coin, database);
    await lost.driven.close();
    await lost.app.close();
    const restored = await askFor(coin, copy);
    const address = lost.given.customer_deposit_wallet_address;
    assert.notEqual(restored.given.customer_deposit_wallet_address, address);
    const sent = await restored.client.post(`/sandbox/chains/${coin}/send`, {
      address,
      cryptocurrency_amount: '0.5',
    });
    assert.equal(sent.statusCode, 200, sent.body);
    await restored.client.post(`/sandbox/chains/${coin}/mine`, { blocks: 1 });
    await restored.driven.read();
    const [said = '', found = '', ...others] = await runCommand(restored.app, 'chain find', [coin], { from });
    assert.match(said, /^Addresses of these branches are watched from now on: \d+\.$/);
    assert.ok(found.startsWith(`0.5`) && found.includes(address), found);
    assert.deepEqual(others, []);
    const unassigned = await runCommand(restored.app, 'chain unassigned');
    assert.equal(unassigned.filter((line) => line.includes(sent.json().blockchain_transaction_id)).length, 1);
    await restored.driven.close();
    await restored.app.close();
  }
});

test('explains why an invalid search is refused', async () => {
  const refuse = (code: string, values: Record<string, string>, sentence: RegExp) =>
    assert.rejects(runCommand(stage.testApp, 'chain find', [code], values), sentence);
  const from = new Date().toISOString();
  await refuse('BTC', {}, /--from <time in UTC>/);
  await refuse('BTC', { from: 'yesterday' }, /--from is a time in UTC/);
  await refuse('BTC', { from, to: '2020-01-01T00:00:00Z' }, /--to is before --from/);
  await refuse('BTC', { from, branch: '1,x' }, /--branch is a whole number/);
  await refuse('BTC', { from, first: '0' }, /--first is from 1/);
  await refuse('DOGE', { from }, /Name one of the coins/);
  await refuse('XRP', { from }, /chain unassigned/);
  await refuse('BTC', { from }, /No BTC was read yet/);
});
