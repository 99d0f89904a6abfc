import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { TransactionType } from '../../market/conversions/conversion.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { openOrder } from '../open-order.ts';
import type { OrderKind, OrderStatus } from '../order.rules.ts';

let here: TestApp;
let client: MerchantClient;
let pspId: number;
let today: string;
let yesterday: string;

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function order(
  kind: OrderKind,
  coin: CoinCode,
  status: OrderStatus,
  cents: bigint,
  networkFee: bigint | null = null,
  orderType: TransactionType = 'DEPOSIT',
): Promise<string> {
  const made = await transaction(here.sql, (tx) =>
    openOrder(tx, here.platform, {
      psp_id: pspId,
      kind,
      order_type: orderType,
      status,
      currency_pair: `${coin}EUR`,
      coin_amount: cents * 10n,
      euro_amount: cents,
      network_fee: networkFee,
      customer: null,
    }),
  );
  return made.id;
}

before(async () => {
  here = await openMerchantApp();
  const psp = await createPsp(here.platform, 'Reports');
  pspId = psp.pspId;
  // The first time is a minute before midnight, the second after it.
  const midnightMs = Math.ceil(here.clock.nowMs() / dayMs) * dayMs + dayMs;
  here.clock.offsetMs += midnightMs - 60_000 - here.clock.nowMs();
  yesterday = dayOf(here.clock.nowMs());
  await order('payment', 'BTC', 'COMPLETED', 2500n);
  await order('payment', 'BTC', 'COMPLETED', 1000n);
  await order('payment', 'BTC', 'FAILED', 900n);
  await order('trade', 'XRP', 'COMPLETED', 700n);
  await order('trade', 'XRP', 'COMPLETED', 300n, null, 'WITHDRAW');
  here.clock.offsetMs += 61_000;
  today = dayOf(here.clock.nowMs());
  await order('payment', 'BTC', 'PROCESSING', 100n);
  const refundOrder = await order('refund', 'BTC', 'COMPLETED', 500n, 92n);
  await here.sql`
    with payment as (
      insert into merchant.payments (
        id, psp_id, status, payment_reference, euro_amount, merchant_name, description, customer_reference_id,
        created_at, updated_at, expires_at)
      values (gen_random_uuid(), ${pspId}, 'PAID', 'r', 1, 'm', 'd', 'c', now(), now(), now()) returning id)
    insert into merchant.refunds (
      id, payment_id, choice_id, order_id, payout_id, status, coin, address, reason, total_euro_amount,
      held_coin_amount, bought_coin_amount, euro_amount, fee_coin_amount, created_at, updated_at)
    select gen_random_uuid(), id, gen_random_uuid(), ${refundOrder}::uuid, gen_random_uuid(), 'COMPLETED', 'BTC', 'a',
      'r', 500, 200, 4923, 500, 123, now(), now() from payment`;
  client = await merchantClient(here, psp);
});
after(() => here.close());

const line = (
  day: string,
  coin: CoinCode,
  kind: string,
  counts: number[],
  sums: string[],
  figures: Partial<typeof nothing> = {},
) => ({
  day,
  cryptocurrency_code: coin,
  kind,
  order_count: counts[0],
  completed_count: counts[1],
  failed_count: counts[2],
  reversed_count: 0,
  cryptocurrency_amount: sums[0],
  order_total: sums[1],
  cryptocurrency_fee_amount: sums[2],
  network_fee: sums[3] ?? '0.00',
  ...apart(coin, { ...nothing, ...figures }),
});

const nothing = {
  buys: 0,
  bought: 0n,
  buyCents: 0n,
  sells: 0,
  sold: 0n,
  sellCents: 0n,
  held: 0n,
  forRefunds: 0n,
};

/** Figures of buys and sells, and of refunds of held and of bought coins. */
const apart = (coin: CoinCode, figures: typeof nothing) => ({
  buy_count: figures.buys,
  buy_cryptocurrency_amount: formatAsset(coin, figures.bought),
  buy_total: formatAsset('EUR', figures.buyCents),
  sell_count: figures.sells,
  sell_cryptocurrency_amount: formatAsset(coin, figures.sold),
  sell_total: formatAsset('EUR', figures.sellCents),
  held_cryptocurrency_amount: formatAsset(coin, figures.held),
  bought_cryptocurrency_amount: formatAsset(coin, figures.forRefunds),
});

test('a day has counts, sums and fees by coin and kind of the orders created on it', async () => {
  const payments = line(yesterday, 'BTC', 'payment', [3, 2, 1], ['0.00035000', '35.00', '0.00000000']);
  const directions = { buys: 1, bought: 3000n, buyCents: 300n, sells: 1, sold: 7000n, sellCents: 700n };
  const trades = line(yesterday, 'XRP', 'trade', [2, 2, 0], ['0.010000', '10.00', '0.000000'], directions);
  const open = line(today, 'BTC', 'payment', [1, 0, 0], ['0.00000000', '0.00', '0.00000000']);
  const refunds = line(today, 'BTC', 'refund', [1, 1, 0], ['0.00005000', '5.00', '0.00000123', '0.92'], {
    held: 200n,
    forRefunds: 4923n,
  });
  const read = async (query: string) => (await client.get(`/reports/daily?${query}`)).json();
  assert.deepEqual(await read(`from=${yesterday}&to=${today}`), [payments, trades, open, refunds]);
  assert.deepEqual(await read(`to=${yesterday}`), [payments, trades]);
  assert.deepEqual(await read(''), [open, refunds], 'today');
});

test('pages end with a day and together make up the whole report', async () => {
  const whole = (await client.get(`/reports/daily?from=${yesterday}&to=${today}`)).json();
  for (const limit of [1, 2, 3]) {
    const found: unknown[] = [];
    let path: string | undefined = `/reports/daily?from=${yesterday}&to=${today}&limit=${limit}`;
    while (path !== undefined) {
      const answer = await client.get(path);
      found.push(...answer.json());
      path = /<http[^>]*\/merchant(\/reports[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    }
    assert.deepEqual(found, whole, `limit ${limit}`);
  }
});

test('the report is available as CSV', async () => {
  const { body } = await client.get(`/reports/daily?to=${yesterday}`, { accept: 'text/csv' });
  assert.deepEqual(body.split('\r\n').slice(1), [
    `${yesterday},BTC,payment,3,2,1,0,0.00035000,35.00,0.00000000,0.00,0,0.00000000,0.00,0,0.00000000,0.00,0.00000000,0.00000000`,
    `${yesterday},XRP,trade,2,2,0,0,0.010000,10.00,0.000000,0.00,1,0.003000,3.00,1,0.007000,7.00,0.000000,0.000000`,
    '',
  ]);
});

test('the report is empty at both ends of the calendar', async () => {
  for (const query of ['to=9999-12-31', 'from=0000-01-01&to=0000-01-01']) {
    const answer = await client.get(`/reports/daily?${query}`);
    assert.deepEqual([answer.statusCode, answer.body], [200, '[]'], query);
  }
});

for (const [query, field] of [
  ['from=2027-02-30', 'from'],
  ['to=tomorrow', 'to'],
  ['from=2027-03-02&to=2027-03-01', 'from'],
  ['from=2025-01-01&to=2027-03-01', 'from'],
  ['cursor=x', 'cursor'],
  ['cursor=2025-01-01&to=2027-03-01', 'cursor'],
] as const) {
  test(`a report with ${query} is refused with the name of the field`, async () => {
    const answer = await client.get(`/reports/daily?${query}`);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, field], answer.body);
  });
}

test('a merchant does not see another merchant’s days', async () => {
  const other = await merchantClient(here, await createPsp(here.platform, 'Other'));
  assert.deepEqual((await other.get(`/reports/daily?from=${yesterday}&to=${today}`)).json(), []);
});
