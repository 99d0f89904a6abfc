import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer, mine, readAccounts, sendCoins } from '../../../../test/support/coins.ts';
import { openStepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { pay, playedChain } from '../../../../test/support/played-chain.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { Chain } from '../../chains/chain.ts';
import { assignDepositAddress } from './assign-deposit-address.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());

const statuses = async (): Promise<string[]> =>
  (
    await here.sql<{ status: string }[]>`
      select o.status from merchant.orders o join merchant.deposits d on d.order_id = o.id order by o.id`
  ).map((row) => row.status);

/** Opens a simulated chain that was read from its first block and has no deposit. */
async function playFromTheStart(coin: 'BCH' | 'BTC') {
  await here.sql`truncate merchant.deposits, merchant.deposit_addresses, merchant.chain_reviews`;
  const chain = playedChain(coin);
  const driven = await openStepwiseChain(here, { coin, chain });
  await here.sql`delete from merchant.chain_states where coin = ${coin}`;
  await here.sql`delete from merchant.chain_blocks where coin = ${coin}`;
  await driven.read();
  return { chain, driven };
}

test('a deposit waits while there is no price and is sold once there is one', async () => {
  const closed = await openStepwiseChain(here, { coin: 'LTC', venues: [] });
  await closed.read();
  const answer = await client.post('/deposit/address/LTC', { customer_details: customer });
  await sendCoins(client, 'LTC', { address: answer.json().customer_deposit_wallet_address, amount: '1' });
  await mine(client, 'LTC', 12);
  await closed.read();
  await closed.read();
  assert.deepEqual(await statuses(), []);
  const [waiting] =
    await here.sql`select failed_attempts from merchant.chain_reviews where purpose = 'deposit'`;
  assert.ok(Number(waiting?.['failed_attempts']) > 0);
  assert.ok(here.log.some((line) => line.includes('No market gives a fresh price for LTCEUR')));
  await closed.close();
  const open = await openStepwiseChain(here, { coin: 'LTC' });
  await open.read();
  assert.deepEqual(await statuses(), ['COMPLETED']);
  await open.close();
});

test('a deposit worth less than the fee to spend it is not credited until fees fall', async () => {
  const driven = await openStepwiseChain(here, { coin: 'LTC' });
  await driven.read();
  const before = (await statuses()).length;
  const { chain } = driven;
  const least = chain.spendingFee?.(await chain.node.estimateFeeRate()) ?? 0n;
  assert.ok(least > 0n);
  const reference = { ...customer, customer_reference_id: 'of-crumbs' };
  const answer = await client.post('/deposit/address/LTC', { customer_details: reference });
  const { customer_deposit_wallet_address: address } = answer.json() as Record<string, string>;
  const send = (amount: bigint) =>
    sendCoins(client, 'LTC', { address: address ?? '', amount: formatAsset('LTC', amount) });
  await send(least);
  await send(least + 1n);
  await mine(client, 'LTC', 12);
  await driven.read();
  assert.equal((await statuses()).length, before + 1, 'the one that is worth a little more');
  const quick = await openStepwiseChain(here, { coin: 'LTC', chain: { ...chain, node: cheaper(chain) } });
  await mine(client, 'LTC', 100);
  await quick.read();
  assert.equal((await statuses()).length, before + 2);
  await quick.close();
  await driven.close();
});

/** The same node with half the fee rate. */
const cheaper = ({ node }: Chain): Chain['node'] => ({
  ...node,
  estimateFeeRate: async () => (await node.estimateFeeRate()) / 2n,
});

test('a deposit that was removed and included again is another order, and each is booked once', async () => {
  const { chain, driven } = await playFromTheStart('BCH');
  const before = await readAccounts(here.sql);
  const { address } = await here.sql.begin((tx) =>
    assignDepositAddress(tx, driven.context, { pspId: 1, coin: 'BCH', customer }),
  );
  const deposit = pay('deposit', address, 100_000_000n);
  chain.node.mine([deposit]);
  chain.node.mineMany(2);
  await driven.read();
  assert.deepEqual(await statuses(), ['COMPLETED']);
  chain.node.unwind(3, ['deposit']);
  chain.node.mineMany(4);
  await driven.read();
  assert.deepEqual(await statuses(), ['REVERSED']);
  assert.equal((await readAccounts(here.sql)).get('psp:1 EUR'), before.get('psp:1 EUR'));
  chain.node.mine([deposit]);
  chain.node.mineMany(2);
  await driven.read();
  await driven.read();
  assert.deepEqual(await statuses(), ['REVERSED', 'COMPLETED']);
  const now = await readAccounts(here.sql);
  const change = (account: string): bigint => (now.get(account) ?? 0n) - (before.get(account) ?? 0n);
  assert.equal(change('provider:chain BCH'), -100_000_000n);
  assert.equal(change('psp:1:held BCH'), 0n);
  assert.ok(change('psp:1 EUR') > 0n);
  await driven.close();
});

test('more deposits than fit into one transaction are all booked after an outage', async () => {
  await here.sql`truncate merchant.deposits, merchant.deposit_addresses, merchant.chain_reviews`;
  const chain = playedChain('BTC');
  const driven = await openStepwiseChain(here, { coin: 'BTC', chain });
  await driven.read();
  const before = await readAccounts(here.sql);
  const { address } = await here.sql.begin((tx) =>
    assignDepositAddress(tx, driven.context, { pspId: 1, coin: 'BTC', customer }),
  );
  chain.node.mine(Array.from({ length: 120 }, (_, index) => pay(`number ${index}`, address, 10_000n)));
  await driven.read();
  await driven.read();
  assert.equal((await statuses()).filter((status) => status === 'COMPLETED').length, 120);
  const now = await readAccounts(here.sql);
  assert.equal((now.get('provider:chain BTC') ?? 0n) - (before.get('provider:chain BTC') ?? 0n), -1_200_000n);
  await driven.close();
});

test('a deposit split into small outputs needs the confirmations of their total value', async () => {
  const { chain, driven } = await playFromTheStart('BTC');
  const { address } = await here.sql.begin((tx) =>
    assignDepositAddress(tx, driven.context, { pspId: 1, coin: 'BTC', customer }),
  );
  // Each output alone needs one confirmation; a tenth of a bitcoin needs three.
  const [whole] = pay('cut', address, 500_000n).outputs;
  assert.ok(whole);
  const outputs = Array.from({ length: 20 }, (_, index) => ({ ...whole, index }));
  chain.node.mine([{ ...pay('cut', address, 0n), outputs }, pay('small', address, 500_000n)]);
  await driven.read();
  assert.deepEqual(await statuses(), ['COMPLETED']);
  chain.node.mineMany(1);
  await driven.read();
  assert.equal((await statuses()).length, 1);
  chain.node.mineMany(1);
  await driven.read();
  assert.equal((await statuses()).length, 21);
  await driven.close();
});
