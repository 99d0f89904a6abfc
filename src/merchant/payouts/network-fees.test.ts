import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { customer, mine, newWallet, readAccounts, readOrder } from '../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openStepwiseChain, owners, type StepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { playedMarket } from '../../../test/support/played-market.ts';
import { adjustBalance } from '../../../test/support/adjust-balance.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';
import { cancelPayout } from './manage-payouts.ts';
import { sayStored } from '../details/stored-sentence.rules.ts';

const market = playedMarket({ spreadBps: 50n });
let database: TestDatabase;
let here: TestApp;
let driven: StepwiseChain;

const open = async (paidBy: 'merchant' | 'provider'): Promise<void> => {
  here = await openMerchantApp({
    database,
    settings: { SIMULATED_BLOCK_SECONDS: '0', NETWORK_FEE_PAID_BY: paidBy },
  });
  driven = await openStepwiseChain(here, { coin: 'BTC', rates: market.rates });
  await driven.read();
};
const close = async (): Promise<void> => {
  await driven.close();
  await here.close();
};

before(async () => {
  database = await createTestDatabase();
  await open('merchant');
});
after(async () => {
  await close();
  await database.drop();
});

/** Creates a merchant with this balance. */
async function newMerchant(euros: string) {
  const psp = await createPsp(here.platform, 'Has little');
  await adjustBalance(here.platform, {
    pspId: psp.pspId,
    asset: 'EUR',
    amountMinor: toCents(euros),
    reference: `start of ${psp.pspId}`,
  });
  return { pspId: psp.pspId, psp, client: await merchantClient(here, psp) };
}

async function withdraw(client: MerchantClient, euros: string) {
  const quote = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: euros,
  });
  assert.equal(quote.statusCode, 200, quote.body);
  return client.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: newWallet('BTC'),
      customer_details: customer,
    },
  });
}

const eurosOf = async (pspId: number) => {
  const accounts = await readAccounts(here.sql);
  const of = (owner: string): bigint => accounts.get(`${owner} EUR`) ?? 0n;
  return { own: of(`psp:${pspId}`), aside: of(`psp:${pspId}:fees`), fees: of('provider:fees') };
};
const payoutOf = async (orderId: string) => {
  const [row] = await here.sql<
    { id: string; status: string; fee: bigint | null; fee_charge: bigint; trouble: string | null }[]
  >`select id, status, fee, fee_charge, trouble from merchant.payouts where order_id = ${orderId}`;
  assert.ok(row);
  return { ...row, trouble: row.trouble && sayStored('en', row.trouble) };
};
const toCents = (euros: string | null): bigint => BigInt((euros ?? '').replace('.', ''));

test('the estimated fee is reserved, the real one is charged, and the rest goes back', async () => {
  const { pspId, client } = await newMerchant('500.00');
  const feesBefore = (await eurosOf(pspId)).fees;
  const answer = await withdraw(client, '400.00');
  assert.equal(answer.statusCode, 200, answer.body);
  const { order_id: id, network_fee: estimate } = answer.json() as { order_id: string; network_fee: string };
  const reserved = await eurosOf(pspId);
  assert.deepEqual([reserved.own, reserved.aside], [10_000n - toCents(estimate), toCents(estimate)]);
  await driven.sign();
  const payout = await payoutOf(id);
  assert.ok(payout.fee);
  assert.ok(payout.fee_charge * 10n ** 14n >= payout.fee * market.mid('BTC'), 'no less than it is worth');
  assert.ok(payout.fee_charge < toCents(estimate), 'one input is less than was estimated');
  assert.equal((await readOrder(client, id)).network_fee, formatCents(payout.fee_charge));
  await driven.send();
  await mine(client, 'BTC');
  await driven.read();
  assert.equal((await readOrder(client, id)).order_status, 'COMPLETED');
  const now = await eurosOf(pspId);
  assert.deepEqual(
    [now.own, now.aside, now.fees - feesBefore],
    [10_000n - payout.fee_charge, 0n, payout.fee_charge],
  );
  const statement = (await client.get('/ledger?asset=EUR')).json() as {
    kind: string;
    reference: string;
  }[];
  const kinds = statement.map((entry) => entry.kind);
  for (const kind of ['network_fee', 'network_fee_returned']) assert.ok(kinds.includes(kind), kinds.join());
  const returned = statement.find((entry) => entry.kind === 'network_fee_returned');
  assert.equal(returned?.reference, id, 'the order, as of what was set aside');
  const table = (await client.get('/ledger?asset=EUR&format=csv')).body;
  assert.match(table, new RegExp(`,network_fee_returned,${id},`));
});

const formatCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

test('a balance without enough for the fee rejects the withdrawal, and nothing changes', async () => {
  const { pspId, client } = await newMerchant('100.00');
  const before = await eurosOf(pspId);
  const answer = await withdraw(client, '100.00');
  assert.deepEqual([answer.statusCode, answer.json().code], [422, 'insufficient_funds']);
  assert.deepEqual(await eurosOf(pspId), before);
  const orders = (await client.get('/orders')).json() as object[];
  assert.equal(orders.length, 0);
});

test('a payout whose fee exceeds the merchant’s balance waits and continues after a deposit', async () => {
  const { pspId, client } = await newMerchant('102.00');
  const { order_id: id } = (await withdraw(client, '100.00')).json() as { order_id: string };
  // A hundred times the rate at the request.
  await here.sql`update merchant.chain_states set fee_rate = fee_rate * 100 where coin = 'BTC'`;
  await driven.sign();
  const waiting = await payoutOf(id);
  assert.equal(waiting.status, 'RESERVED');
  assert.match(waiting.trouble ?? '', /which the merchant does not have/);
  assert.ok((await eurosOf(pspId)).aside > 0n);
  await adjustBalance(here.platform, {
    pspId,
    asset: 'EUR',
    amountMinor: 50_000n,
    reference: `more of ${pspId}`,
  });
  await driven.sign();
  const signed = await payoutOf(id);
  assert.equal(signed.status, 'SIGNED');
  assert.ok(signed.fee !== null && signed.fee_charge * 10n ** 14n >= signed.fee * market.mid('BTC'));
  const { own, aside } = await eurosOf(pspId);
  assert.deepEqual([own, aside], [60_200n - 10_000n - signed.fee_charge, 0n]);
  await here.sql`update merchant.chain_states set fee_rate = fee_rate / 100 where coin = 'BTC'`;
});

test('a cancelled payout costs nothing', async () => {
  const { pspId, client } = await newMerchant('150.00');
  const { order_id: id } = (await withdraw(client, '100.00')).json() as { order_id: string };
  assert.equal(await cancelPayout(here.platform, owners, (await payoutOf(id)).id), 'cancelled');
  const order = await readOrder(client, id);
  assert.deepEqual([order.order_status, order.network_fee], ['FAILED', '0.00']);
  const { own, aside } = await eurosOf(pspId);
  assert.deepEqual([own, aside], [15_000n, 0n]);
});

test('a fee paid by the provider is not charged to the merchant, and earlier requests keep their payer', async () => {
  const { pspId, psp, client } = await newMerchant('250.00');
  const { order_id: charged } = (await withdraw(client, '100.00')).json() as { order_id: string };
  await close();
  await open('provider');
  const free = await withdraw(await merchantClient(here, psp), '100.00');
  assert.deepEqual([free.statusCode, free.json().network_fee], [200, null]);
  await driven.sign();
  assert.ok((await payoutOf(charged)).fee_charge > 0n);
  assert.equal((await payoutOf(free.json().order_id)).fee_charge, 0n);
  const { own, aside } = await eurosOf(pspId);
  assert.equal(own + aside + (await payoutOf(charged)).fee_charge, 5_000n);
});
