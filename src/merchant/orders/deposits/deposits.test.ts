import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  customer,
  mine,
  readAccounts,
  reorganise,
  sendCoins,
  untilOrder,
  type OrderLookup,
} from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import { decimalsOf, type CoinCode } from '../../assets/asset.rules.ts';
import { parseAmount } from '../../../platform/money.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { changeDepositMode } from './change-deposit-mode.ts';

let here: TestApp;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  await here.start();
});
after(() => here.close());

/** A merchant with empty balances, so that every cent comes from the deposit. */
interface Merchant extends MerchantClient {
  pspId: number;
}

async function newMerchant(): Promise<Merchant> {
  const { pspId, clientId, clientSecret } = await createPsp(here.platform, 'A merchant');
  return { pspId, ...(await merchantClient(here, { clientId, clientSecret })) };
}

async function addressOf(client: MerchantClient, coin: CoinCode): Promise<{ address: string; tag?: string }> {
  const answer = await client.post(`/deposit/address/${coin}`, { customer_details: customer });
  assert.equal(answer.statusCode, 200, answer.body);
  const { customer_deposit_wallet_address: address, destination_tag: tag } = answer.json();
  return { address, ...(tag === undefined ? {} : { tag }) };
}

async function listOrders(client: MerchantClient): Promise<OrderLookup[]> {
  return (await client.get('/orders?limit=200')).json() as OrderLookup[];
}

async function untilOrders(client: MerchantClient, count: number): Promise<OrderLookup[]> {
  let orders: OrderLookup[] = [];
  await until(async () => (orders = await listOrders(client)).length >= count, `${count} orders`, 60_000);
  assert.equal(orders.length, count);
  return orders;
}

/** Waits until all reviews of chain changes so far are done. */
async function untilSettled(coin: CoinCode): Promise<void> {
  await until(
    async () => {
      const [row] = await here.sql<{ settled: boolean }[]>`
        select s.hash = n.hash and not exists (
          select from merchant.chain_reviews r where r.coin = s.coin and r.purpose in ('deposit', 'payout')) as settled
        from merchant.chain_states s join merchant.simulated_chains n using (coin) where s.coin = ${coin}`;
      return row?.settled ?? false;
    },
    `${coin} is read`,
    60_000,
  );
}

async function balance(client: MerchantClient, asset: string): Promise<string> {
  const rows = (await client.get('/balances')).json() as { currency_code: string; balance: string }[];
  return rows.find((row) => row.currency_code === asset)?.balance ?? '';
}

const small: Record<CoinCode, string> = {
  BTC: '0.005',
  BCH: '1',
  LTC: '2',
  ETH: '0.100000000000000001',
  XRP: '50',
};

for (const coin of ['BTC', 'BCH', 'LTC', 'ETH', 'XRP'] as const) {
  test(`deposited ${coin} is sold at the best rate once it is confirmed, and not before`, async () => {
    const client = await newMerchant();
    const to = await addressOf(client, coin);
    const transactionId = await sendCoins(client, coin, { ...to, amount: small[coin] });
    const isSeen = async () =>
      (await here.sql`select from merchant.chain_outputs where transaction_id = ${transactionId}`).length > 0;
    await until(isSeen, 'the coins are seen', 60_000);
    await untilSettled(coin);
    assert.deepEqual(await listOrders(client), []);
    const needed = { BTC: 1, BCH: 3, LTC: 3, ETH: 12, XRP: 1 }[coin];
    if (needed > 1) {
      await mine(client, coin, needed - 1);
      await untilSettled(coin);
      assert.deepEqual(await listOrders(client), []);
    }
    await mine(client, coin);
    const [order] = await untilOrders(client, 1);
    assert.ok(order);
    assert.deepEqual(
      [order.order_status, order.order_type, order.blockchain_transaction_id],
      ['COMPLETED', 'DEPOSIT', transactionId],
    );
    const parsed = parseAmount(order.order_amount ?? '', decimalsOf(coin));
    assert.deepEqual(parsed, parseAmount(small[coin], decimalsOf(coin)));
    assert.ok(Number(order.order_total) > 10, `sold for ${order.order_total}`);
    assert.equal(await balance(client, 'EUR'), order.order_total);
    assert.equal(Number(await balance(client, coin)), 0);
    const accounts = await readAccounts(here.sql);
    assert.equal(accounts.get(`psp:${client.pspId}:held ${coin}`), 0n);
    await mine(client, coin, 3);
    await untilSettled(coin);
    assert.equal((await listOrders(client)).length, 1);
  });
}

test('a PSP in hold mode gets the coins', async () => {
  const client = await newMerchant();
  await changeDepositMode(here.platform, client.pspId, 'hold');
  const to = await addressOf(client, 'LTC');
  await sendCoins(client, 'LTC', { ...to, amount: '1.5' });
  await mine(client, 'LTC', 3);
  const [order] = await untilOrders(client, 1);
  assert.deepEqual([order?.order_status, order?.order_total], ['COMPLETED', null]);
  assert.equal(await balance(client, 'LTC'), '1.50000000');
  assert.equal(await balance(client, 'EUR'), '0.00');
});

test('the order of a customer without an IP address has none', async () => {
  const client = await newMerchant();
  const { customer_ip_address: _, ...without } = customer;
  const answer = await client.post('/deposit/address/BCH', { customer_details: without });
  const { customer_deposit_wallet_address: address } = answer.json();
  await sendCoins(client, 'BCH', { address, amount: '0.5' });
  await mine(client, 'BCH', 3);
  const [order] = await untilOrders(client, 1);
  const { customer_details: shown } = (await client.get(`/orders/${order?.order_id}`)).json();
  assert.deepEqual(shown, { ...without, customer_ip_address: null });
});

test('setting the mode of an unknown PSP fails', async () => {
  await assert.rejects(changeDepositMode(here.platform, 999_999, 'hold'), {
    name: 'CommandError',
    message: 'There is no PSP 999999.',
  });
});

test('each of several deposits is an order that waits for the confirmations of its own value', async () => {
  const client = await newMerchant();
  const to = await addressOf(client, 'BTC');
  const ids: string[] = [];
  for (const amount of ['0.001', '0.002', '0.1']) ids.push(await sendCoins(client, 'BTC', { ...to, amount }));
  const large = ids.pop();
  await mine(client, 'BTC');
  const two = await untilOrders(client, 2);
  await untilSettled('BTC');
  assert.deepEqual(new Set(two.map((order) => order.blockchain_transaction_id)), new Set(ids));
  await mine(client, 'BTC', 2);
  const three = await untilOrders(client, 3);
  assert.equal(three[0]?.blockchain_transaction_id, large);
});

test('a reorganisation that includes the deposit again changes nothing', async () => {
  const client = await newMerchant();
  const to = await addressOf(client, 'BTC');
  await sendCoins(client, 'BTC', { ...to, amount: '0.001' });
  await mine(client, 'BTC');
  const [order] = await untilOrders(client, 1);
  await reorganise(client, 'BTC', 1);
  await untilSettled('BTC');
  assert.equal((await listOrders(client))[0]?.order_status, 'COMPLETED');
  await mine(client, 'BTC');
  await untilSettled('BTC');
  assert.deepEqual(await listOrders(client), [order]);
});

for (const mode of ['sell', 'hold'] as const) {
  test(`a reorganisation that removes a deposit reverses what was ${mode === 'sell' ? 'sold' : 'held'}`, async () => {
    const client = await newMerchant();
    await changeDepositMode(here.platform, client.pspId, mode);
    const to = await addressOf(client, 'BTC');
    const before = await readAccounts(here.sql);
    const transactionId = await sendCoins(client, 'BTC', { ...to, amount: '0.003' });
    await mine(client, 'BTC');
    const [order] = await untilOrders(client, 1);
    await reorganise(client, 'BTC', 1, [transactionId]);
    await untilOrder(client, order?.order_id ?? '', (now) => now.order_status === 'REVERSED', 'is reversed');
    assert.equal(await balance(client, 'EUR'), '0.00');
    assert.equal(await balance(client, 'BTC'), '0.00000000');
    const after = await readAccounts(here.sql);
    for (const account of ['provider:chain BTC', 'provider:trading BTC', 'provider:trading EUR']) {
      assert.equal(after.get(account) ?? 0n, before.get(account) ?? 0n, account);
    }
    assert.equal(after.get('provider:losses EUR') ?? 0n, before.get('provider:losses EUR') ?? 0n);
    assert.ok(here.log.some((line) => line.includes('undid a deposit') && line.includes(transactionId)));
  });
}

test('a deposit worth less than a cent is an order of zero euros and does not block others', async () => {
  const client = await newMerchant();
  const to = await addressOf(client, 'XRP');
  await sendCoins(client, 'XRP', { ...to, amount: '0.000001' });
  await sendCoins(client, 'XRP', { ...to, amount: '10' });
  await mine(client, 'XRP');
  const totals = (await untilOrders(client, 2)).map((order) => order.order_total);
  assert.ok(totals.includes('0.00'), totals.join());
  assert.equal(
    await balance(client, 'EUR'),
    totals.find((total) => total !== '0.00'),
  );
});
