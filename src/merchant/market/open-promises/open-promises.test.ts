import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { customer, mine } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newPayment, openPaymentsApp, payShare, untilPayment } from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { CommandError } from '../../../platform/command.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { reservePromise } from './reserve-promises.ts';

/** In cents. */
const capCents = 100_000n;
const settings = {
  OPEN_LIMIT_PSP: '1000.00',
  OPEN_LIMIT_COIN: '1000.00',
  OPEN_LIMIT_HOUSE: '4000.00',
  SANDBOX_LIFE: 'no',
};

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp({ settings });
  client = await merchantClient(here);
});
after(() => here.close());
/** Ends the promises that the test left open. */
afterEach(async () => {
  await here.sql`update merchant.open_promises set ends_at = 'epoch'`;
});

const quote = (euros: string, coin = 'BTC', headers: Record<string, string> = {}) =>
  client.post(
    '/conversions',
    { currency_pair: `${coin}EUR`, transaction_type: 'WITHDRAW', money_amount: euros },
    headers,
  );
const choose = (id: string, coin = 'BTC') =>
  client.post(`/payments/${id}/conversion`, { cryptocurrency_code: coin });
const paymentOf = (euros: string): Promise<string> => newPayment(client, euros);

async function openCents(): Promise<bigint> {
  const [row] = await here.sql<{ sum: bigint }[]>`
    select coalesce(sum(euro_amount), 0)::numeric(38, 0) as sum from merchant.open_promises
    where ends_at > ${here.clock.now()}`;
  return row?.sum ?? 0n;
}
const statusOf = async (answer: ReturnType<typeof quote>): Promise<number> => (await answer).statusCode;

test('200 simultaneous quotes and coin choices use the whole limit and never exceed it', async () => {
  const payments = await Promise.all(Array.from({ length: 60 }, () => paymentOf('30.00')));
  let isOver = false;
  let most = 0n;
  const watch = (async () => {
    while (!isOver) {
      const cents = await openCents();
      if (cents > most) most = cents;
    }
  })();
  const answers = await Promise.all([
    ...Array.from({ length: 80 }, () => quote('30.00')),
    ...Array.from({ length: 60 }, () => quote('30.00', 'BTC', { 'idempotency-key': newId() })),
    ...payments.map((id) => choose(id)),
  ]);
  isOver = true;
  await watch;
  const passed = answers.filter(({ statusCode }) => statusCode === 200);
  assert.ok(most <= capCents, `${most} cents were open`);
  assert.deepEqual([passed.length, await openCents()], [33, 99_000n]);
  const refused = answers.find(({ statusCode }) => statusCode !== 200);
  assert.deepEqual([refused?.statusCode, refused?.json().code], [422, 'open_limit_reached'], refused?.body);
  assert.match(refused?.json().detail, /1000\.00 EUR at most; \d+\.\d\d EUR are left/);
  assert.equal(await statusOf(quote('10.00')), 200, 'what is left can be had');
  assert.equal(await statusOf(quote('0.10', 'LTC')), 400);
  assert.equal(await statusOf(quote('10.00')), 422);
});

test("a quote's promise is released when it is used or expires", async () => {
  const first = await quote('900.00');
  assert.equal(first.statusCode, 200, first.body);
  assert.equal(await statusOf(quote('900.00')), 422);
  const order = {
    orderData: { conversion_token: first.json().conversion_token, customer_details: customer },
  };
  assert.equal((await client.post('/orders', order)).statusCode, 200);
  assert.equal(await statusOf(quote('900.00')), 200);
  assert.equal(await statusOf(quote('900.00')), 422);
  here.clock.offsetMs += 61_000;
  assert.equal(await statusOf(quote('900.00')), 200);
});

test('a failed order leaves its quote open and counted', async () => {
  const taken = await quote('900.00');
  assert.equal(taken.statusCode, 200);
  const bad = { orderData: { conversion_token: taken.json().conversion_token, customer_details: {} } };
  assert.equal((await client.post('/orders', bad)).statusCode, 400);
  assert.equal(await statusOf(quote('900.00')), 422);
});

test('choosing another coin replaces the promise of a payment, and a cancellation releases it', async () => {
  const id = await paymentOf('900.00');
  for (const coin of ['BTC', 'ETH', 'LTC']) {
    const chosen = await choose(id, coin);
    assert.equal(chosen.statusCode, 200, chosen.body);
    assert.equal(await openCents(), 90_000n);
  }
  assert.equal(await statusOf(quote('900.00')), 422);
  assert.equal((await client.post(`/payments/${id}/cancel`)).statusCode, 200);
  assert.equal(await openCents(), 0n);
  assert.equal(await statusOf(quote('900.00')), 200);
});

test('a payment counts until it is paid', async () => {
  const id = await paymentOf('900.00');
  const chosen = await choose(id, 'LTC');
  await payShare(client, chosen.json());
  await until(
    async () => (await client.get(`/payments/${id}`)).json().payment_status === 'CONFIRMING',
    'the coins are seen',
  );
  assert.equal(await openCents(), 90_000n, 'its coins may still be taken back');
  await mine(client, 'LTC', 6);
  await untilPayment(client, id, 'PAID');
  assert.equal(await openCents(), 0n);
});

test('the promise of an unpaid payment is released when it expires', async () => {
  const id = await paymentOf('900.00');
  assert.equal((await choose(id, 'LTC')).statusCode, 200);
  here.clock.offsetMs += 16 * 60_000;
  client = await merchantClient(here);
  await untilPayment(client, id, 'EXPIRED');
  assert.equal(await openCents(), 0n);
});

test('a refused choice leaves the payment and its former choice unchanged', async () => {
  const id = await paymentOf('900.00');
  const before = (await client.get(`/payments/${id}`)).json();
  assert.equal(await statusOf(quote('500.00')), 200);
  assert.equal(await statusOf(choose(id)), 422);
  assert.deepEqual((await client.get(`/payments/${id}`)).json(), {
    ...before,
    payment_expire_duration_seconds: (await client.get(`/payments/${id}`)).json()
      .payment_expire_duration_seconds,
  });
});

test('a crash before the commit leaves no promise', async () => {
  const context = { ...here.platform, clock: here.clock };
  const dying = transaction(
    here.sql,
    async (tx) => {
      await reservePromise(tx, context, {
        subjectId: newId(),
        id: newId(),
        pspId: 1,
        coin: 'BTC',
        cents: 90_000n,
        endsAt: new Date(here.clock.nowMs() + 60_000),
      });
      await tx`select pg_terminate_backend(pg_backend_pid())`;
    },
    1,
  );
  await assert.rejects(dying);
  assert.equal(await openCents(), 0n);
  assert.equal(await statusOf(quote('1000.00')), 200);
});

test('the totals equal the sums of the rows after promises end', async () => {
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 20 }, () => quote('10.00', round % 2 === 0 ? 'BTC' : 'ETH')));
    here.clock.offsetMs += 30_000;
  }
  const totals = await here.sql`
    select scope, euro_amount from merchant.open_promise_totals where euro_amount > 0 order by scope`;
  const sums = await here.sql`
    select * from (
      select 'house' as scope, sum(euro_amount) as euro_amount from merchant.open_promises
      union all select 'coin:' || coin, sum(euro_amount) from merchant.open_promises group by coin
      union all select 'psp:' || psp_id, sum(euro_amount) from merchant.open_promises group by psp_id) sums
    order by scope`;
  assert.deepEqual([...totals], [...sums]);
});

test('staff set a lower limit for a PSP and see the open promises', async () => {
  const set = (amount: string) =>
    runCommand(here, 'psp open-limit', ['1', amount], { by: 'ana@commands.test' });
  assert.deepEqual(await set('500.00'), ['PSP 1 may have 500.00 EUR open.']);
  assert.equal(await statusOf(quote('400.00')), 200);
  const refused = await quote('200.00');
  assert.match(refused.json().detail, /500\.00 EUR at most; 100\.00 EUR are left/);
  const shown = (await runCommand(here, 'promises list', [])).join('\n');
  assert.match(shown, /^BTC +1 open, 400\.00 of 1000\.00 EUR, 5 % are 20\.00 EUR$/m);
  assert.match(shown, /^all +1 open, 400\.00 of 4000\.00 EUR, 5 % are 20\.00 EUR$/m);
  assert.match(shown, /^PSP 1 +1 open, 400\.00 of 500\.00 EUR/m);
  assert.deepEqual(await set('none'), ['PSP 1 has no limit of its own.']);
  assert.equal(await statusOf(quote('200.00')), 200);
  await assert.rejects(set('much'), CommandError);
  await assert.rejects(
    runCommand(here, 'psp open-limit', ['99', '1'], { by: 'ana@commands.test' }),
    /no PSP 99/,
  );
  assert.match(
    (await runCommand(here, 'payout log', ['psp:1'])).join('\n'),
    /open limit psp:1 by staff:ana@commands.test/,
  );
});
