import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { parseAmount } from '../../platform/money.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';
import { changeOrderStatus } from './change-order.ts';
import { openOrder } from './open-order.ts';
import { orderStatuses, orderTransitions, type OrderStatus } from './order.rules.ts';

let database: TestDatabase;
let here: TestApp;
let there: TestApp;
let client: MerchantClient;
let elsewhere: MerchantClient;

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
  client = await merchantClient(here);
  elsewhere = await merchantClient(there);
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

const customer = {
  customer_reference_id: 'customer-42',
  customer_first_name: 'Ana',
  customer_last_name: 'Sousa',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

interface Quote {
  cryptocurrency_amount: string;
  transaction_total: string;
  conversion_token: string;
}

async function quote(
  type: 'DEPOSIT' | 'WITHDRAW',
  coin: CoinCode = 'BTC',
  amount = '0.01',
  by = client,
): Promise<Quote> {
  const answer = await by.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: type,
    cryptocurrency_amount: amount,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as Quote;
}

const bodyOf = (token: string, details: object = customer) => ({
  orderData: { conversion_token: token, customer_details: details },
});
const order = (token: string, details: object = customer, by = client, headers = {}) =>
  by.post('/orders', bodyOf(token, details), headers);

async function balances(by = client): Promise<Record<string, bigint>> {
  const rows = (await by.get('/balances')).json() as { currency_code: string; balance: string }[];
  return Object.fromEntries(rows.map((row) => [row.currency_code, exactly(row.balance)]));
}

/** Parses an amount with more decimals than any asset has. */
function exactly(text: string): bigint {
  const parsed = parseAmount(text, 18);
  assert.ok('minor' in parsed);
  return parsed.minor;
}

const countOrders = async (): Promise<number> =>
  (await here.sql<{ count: number }[]>`select count(*)::int as count from merchant.orders`)[0]?.count ?? 0;

for (const coin of ['BTC', 'ETH', 'XRP'] as const) {
  for (const type of ['WITHDRAW', 'DEPOSIT'] as const) {
    test(`a ${type} order moves exactly the quoted euros and ${coin} at once`, async () => {
      const quoted = await quote(type, coin, coin === 'XRP' ? '1.5' : '0.0123');
      const before = await balances();
      const answer = await order(quoted.conversion_token);
      assert.equal(answer.statusCode, 200, answer.body);
      const { order_id, ...rest } = answer.json();
      assert.deepEqual(rest, { order_type: type, order_status: 'COMPLETED' });
      assert.match(order_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      const now = await balances();
      const sign = type === 'WITHDRAW' ? 1n : -1n;
      assert.equal((now[coin] ?? 0n) - (before[coin] ?? 0n), sign * exactly(quoted.cryptocurrency_amount));
      assert.equal((now['EUR'] ?? 0n) - (before['EUR'] ?? 0n), -sign * exactly(quoted.transaction_total));

      const { created_at, updated_at, ...lookup } = (await elsewhere.get(`/orders/${order_id}`)).json();
      assert.deepEqual(lookup, {
        order_id,
        order_status: 'COMPLETED',
        order_type: type,
        currency_pair: `${coin}EUR`,
        order_amount: quoted.cryptocurrency_amount,
        order_total: quoted.transaction_total,
        customer_details: customer,
        customer_wallet_address: null,
        destination_tag: null,
        blockchain_transaction_id: null,
        payment_reference_id: null,
        network_fee: null,
        metadata: {},
        order_hold: null,
      });
      assert.equal(created_at, updated_at);
      assert.equal(new Date(created_at).toISOString(), created_at);
      const [entry] = (await client.get(`/ledger?limit=1&currency_code=${coin}`)).json();
      assert.deepEqual([entry.kind, entry.reference], ['order', order_id]);
    });
  }
}

test('a hundred concurrent uses of one token over two processes create exactly one order', async () => {
  const quoted = await quote('WITHDRAW');
  const before = [await countOrders(), await balances()] as const;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      order(quoted.conversion_token, customer, index % 2 ? client : elsewhere),
    ),
  );
  const done = answers.filter((answer) => answer.statusCode === 200);
  assert.equal(done.length, 1);
  for (const answer of answers.filter((candidate) => candidate !== done[0])) {
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'conversion_token_used']);
  }
  assert.equal(await countOrders(), before[0] + 1);
  assert.equal(
    (before[1]['EUR'] ?? 0n) - ((await balances())['EUR'] ?? 0n),
    exactly(quoted.transaction_total),
  );
});

test('a hundred concurrent retries with one key create one order, over two processes', async () => {
  const quoted = await quote('WITHDRAW');
  const before = await countOrders();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      order(quoted.conversion_token, customer, index % 2 ? client : elsewhere, {
        'idempotency-key': 'storm',
      }),
    ),
  );
  for (const answer of answers) {
    assert.ok(answer.statusCode === 200 || answer.json().code === 'idempotency_in_progress', answer.body);
  }
  const ids = new Set(
    answers.filter((answer) => answer.statusCode === 200).map((answer) => answer.json().order_id),
  );
  assert.equal(ids.size, 1);
  const later = await order(quoted.conversion_token, customer, elsewhere, { 'idempotency-key': 'storm' });
  assert.equal(later.headers['idempotency-replayed'], 'true');
  assert.ok(ids.has(later.json().order_id));
  assert.equal(await countOrders(), before + 1);
});

test('a crash between the order and its money undoes both, and a retry in another process does them once', async () => {
  const quoted = await quote('DEPOSIT');
  const before = [await countOrders(), await balances()] as const;
  await here.sql`
    create function public.crash() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`;
  await here.sql`
    create trigger crash before insert on merchant.ledger_movements for each row execute function public.crash()`;
  const crashed = await order(quoted.conversion_token, customer, client, { 'idempotency-key': 'crash' });
  await here.sql`drop trigger crash on merchant.ledger_movements`;
  assert.deepEqual([crashed.statusCode, crashed.json().code], [503, 'database_unavailable']);
  assert.deepEqual([await countOrders(), await balances()], before);
  const retried = await order(quoted.conversion_token, customer, elsewhere, { 'idempotency-key': 'crash' });
  assert.equal(retried.statusCode, 200);
  const again = await order(quoted.conversion_token, customer, client, { 'idempotency-key': 'crash' });
  assert.equal(again.json().order_id, retried.json().order_id);
  assert.equal(await countOrders(), before[0] + 1);
});

test('without enough balance no order is created and the quote stays valid', async () => {
  const psp = await createPsp(here.platform, 'Poor');
  const poor = await merchantClient(here, psp);
  for (const type of ['WITHDRAW', 'DEPOSIT'] as const) {
    const quoted = await quote(type, 'BTC', '0.01', poor);
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await order(quoted.conversion_token, customer, poor);
      assert.deepEqual([answer.statusCode, answer.json().code], [422, 'insufficient_funds']);
      assert.match(answer.json().detail, type === 'WITHDRAW' ? /EUR/ : /BTC/);
    }
  }
  assert.ok((await client.get('/orders')).json().length > 0);
  assert.deepEqual((await poor.get('/orders')).json(), []);
});

test('expired and used tokens get different problem codes', async () => {
  const late = await quote('WITHDRAW');
  const used = await quote('WITHDRAW');
  await order(used.conversion_token);
  here.clock.offsetMs += 60_000;
  const codes = [await order(late.conversion_token), await order(used.conversion_token)].map((answer) => [
    answer.statusCode,
    answer.json().code,
  ]);
  here.clock.offsetMs -= 60_000;
  assert.deepEqual(codes, [
    [409, 'conversion_token_expired'],
    [409, 'conversion_token_used'],
  ]);
});

test('an IPv6 address and names in any script are stored unchanged', async () => {
  const details = {
    ...customer,
    customer_first_name: 'Ægir',
    customer_last_name: '王 小明',
    customer_ip_address: '2001:db8::7',
  };
  const answer = await order((await quote('WITHDRAW')).conversion_token, details);
  const lookup = await client.get(`/orders/${answer.json().order_id}`);
  assert.deepEqual(lookup.json().customer_details, details);
});

test('orders are listed newest first in pages, by status and by customer', async () => {
  const psp = await createPsp(here.platform, 'Lists');
  const lister = await merchantClient(here, psp);
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    const opened = await transaction(here.sql, (tx) =>
      openOrder(tx, here.platform, {
        psp_id: psp.pspId,
        kind: 'withdrawal',
        order_type: 'WITHDRAW',
        status: index === 3 ? 'COMPLETED' : 'PROCESSING',
        currency_pair: 'BTCEUR',
        coin_amount: null,
        euro_amount: null,
        customer: index % 2 ? { customer_reference_id: 'odd' } : null,
      }),
    );
    made.unshift(opened.id);
  }
  const ids = async (path: string): Promise<string[]> =>
    (await lister.get(path)).json().map((row: { order_id: string }) => row.order_id);
  assert.deepEqual(await ids('/orders'), made);
  assert.deepEqual(await ids('/orders?status=COMPLETED'), [made[1]]);
  assert.deepEqual(await ids('/orders?status=PROCESSING&customer_reference_id=odd'), [made[3]]);
  assert.deepEqual(await ids('/orders?customer_reference_id=odd'), [made[1], made[3]]);
  const first = await lister.get('/orders?limit=3');
  const next = /^<http[^>]*\/merchant(\/orders\?[^>]*)>; rel="next"$/.exec(String(first.headers['link']));
  assert.deepEqual(await ids(next?.[1] ?? ''), made.slice(3));
  const [bare] = (await lister.get('/orders?limit=1')).json();
  assert.deepEqual([bare.order_amount, bare.order_total, bare.customer_details], [null, null, null]);
  assert.equal((await lister.get('/orders?status=LOST')).statusCode, 400);
});

test('an order takes only the steps of its table, and each step stores the new details', async () => {
  const open = (status: OrderStatus) =>
    transaction(here.sql, (tx) =>
      openOrder(tx, here.platform, {
        psp_id: 1,
        kind: 'withdrawal',
        order_type: 'WITHDRAW',
        status,
        currency_pair: 'BTCEUR',
        coin_amount: 5n,
        euro_amount: null,
        customer: customer,
      }),
    );
  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      const { id: orderId } = await open(from);
      const change = transaction(here.sql, (tx) =>
        changeOrderStatus(tx, here.platform, {
          orderId,
          to,
          blockchainTransactionId: 'abc',
          euroAmountMinor: 7n,
        }),
      );
      if (orderTransitions[from].includes(to)) {
        const changed = await change;
        assert.deepEqual(
          [changed.status, changed.blockchain_transaction_id, changed.coin_amount, changed.euro_amount],
          [to, 'abc', 5n, 7n],
        );
      } else {
        await assert.rejects(change, { code: 'order_status_conflict' });
      }
    }
  }
});

test('in the end the ledger and the orders agree', async () => {
  const [row] = await here.sql<{ wrong: number; trades: number }[]>`
    select count(*)::int as trades, count(*) filter (where not exists (
      select from merchant.ledger_movements m join merchant.ledger_entries e on e.movement_id = m.id
      where m.kind = 'order' and m.reference = o.id::text having count(*) = 4))::int as wrong
    from merchant.orders o where o.kind = 'trade'`;
  assert.ok(row && row.trades > 0);
  assert.equal(row.wrong, 0);
  const sums = await here.sql<{ asset: string; even: boolean; moved: boolean }[]>`
    select asset, sum(balance) = 0 as even, sum(abs(balance)) > 0 as moved
    from merchant.ledger_accounts group by asset`;
  assert.ok(sums.filter(({ moved }) => moved).length > 1);
  assert.deepEqual(
    sums.filter(({ even }) => !even),
    [],
  );
});
