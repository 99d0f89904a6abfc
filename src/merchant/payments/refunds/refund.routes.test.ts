import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  customer,
  listArrivals,
  mine,
  newWallet,
  readAccounts,
  readOrder,
  untilOrder,
} from '../../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  dueOf,
  newChosen,
  newPayment,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
  type ChosenPayment,
} from '../../../../test/support/payments.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { cancelPayout } from '../../payouts/manage-payouts.ts';
import { refundOwner } from './settle-refund.ts';

let database: TestDatabase;
let here: TestApp;
let client: MerchantClient;

before(async () => {
  database = await createTestDatabase();
  here = await openPaymentsApp({ database });
  client = await merchantClient(here);
});
after(async () => {
  await here.close();
  await database.drop();
});

async function advance(minutes: number): Promise<void> {
  const answer = await client.post('/sandbox/clock/advance', { seconds: minutes * 60 });
  assert.equal(answer.statusCode, 200, answer.body);
  client = await merchantClient(here);
}

const depth: Record<CoinCode, number> = { BTC: 1, BCH: 3, LTC: 3, ETH: 12, XRP: 1 };

async function paid(coin: CoinCode, amount = '100.00', thousandths = 1000n): Promise<ChosenPayment> {
  const chosen = await newChosen(client, coin, amount);
  await payShare(client, chosen, thousandths);
  await untilPayment(client, chosen.payment_reference_number, 'CONFIRMING');
  await mine(client, coin, depth[coin]);
  await untilPayment(client, chosen.payment_reference_number, 'PAID');
  return chosen;
}

async function unresolved(coin: CoinCode, amount = '100.00'): Promise<ChosenPayment> {
  const chosen = await newChosen(client, coin, amount);
  await payShare(client, chosen, 600n);
  await mine(client, coin, depth[coin]);
  await advance(15);
  await untilPayment(
    client,
    chosen.payment_reference_number,
    'UNRESOLVED',
    (payment) => payment.payment_refundable_status === 'REFUNDABLE',
  );
  return chosen;
}

interface RefundAnswer {
  refund_id: string;
  total_refund_amount: string;
  refund_status: string;
  refund_cryptocurrency_amount: string;
  order_id: string;
}

const ask = (chosen: ChosenPayment, address: string, fields: object = {}, headers = {}) =>
  client.post(
    `/payments/${chosen.payment_reference_number}/refund`,
    { refund_address: address, refund_reason: 'Returned goods 🥖', ...fields },
    headers,
  );

const askForLink = ({ payment_reference_number: id }: ChosenPayment) =>
  client.post(`/payments/${id}/refund-links`, { refund_reason: 'Returned goods 🥖' });

async function refund(chosen: ChosenPayment, address: string, fields: object = {}): Promise<RefundAnswer> {
  const answer = await ask(chosen, address, fields);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as RefundAnswer;
}

/** Waits until the payout is sent and mines it until it is confirmed. */
async function arrive(coin: CoinCode, orderId: string): Promise<void> {
  await untilOrder(client, orderId, (order) => order.blockchain_transaction_id !== null, 'sent');
  for (;;) {
    await mine(client, coin, depth[coin]);
    const order = await readOrder(client, orderId);
    if (order.order_status !== 'PROCESSING') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

for (const coin of ['BTC', 'ETH', 'XRP'] as const) {
  test(`an unresolved payment in ${coin} sends its coins back once, minus the fee`, async () => {
    const before = await readAccounts(here.sql);
    const chosen = await unresolved(coin);
    const id = chosen.payment_reference_number;
    const wallet = newWallet(coin);
    const tag = { destination_tag: coin === 'XRP' ? 7 : null };
    // The amount just shown means the whole payment, even if the price has moved since.
    const { refundable_amount: shown } = await readPayment(client, id);
    const answer = await refund(chosen, wallet, { ...tag, refund_amount: shown });
    assert.ok(Math.abs(Number(answer.total_refund_amount) - Number(shown)) < 3, answer.total_refund_amount);
    assert.equal(answer.refund_status, 'PROCESSING');
    const refunding = await readPayment(client, id);
    assert.deepEqual(
      [refunding.payment_status, refunding.payment_refundable_status, refunding.refundable_amount],
      ['REFUNDING', 'NOT_REFUNDABLE', '0.00'],
    );
    assert.equal((await client.post(`/payments/${id}/accept`)).json().code, 'payment_not_acceptable');
    assert.equal((await ask(chosen, wallet, tag)).json().code, 'payment_not_refundable');
    await arrive(coin, answer.order_id);
    const done = await untilPayment(client, id, 'REFUNDED');
    assert.equal(done.payment_refundable_status, 'REFUNDED');
    const arrivals = await listArrivals(here.sql, coin, wallet);
    assert.deepEqual(
      arrivals.map((arrival) => formatAsset(coin, arrival.amount)),
      [answer.refund_cryptocurrency_amount],
    );
    const [arrival] = arrivals;
    assert.ok(arrival && arrival.amount < (dueOf(chosen) * 600n + 999n) / 1000n);
    const order = await readOrder(client, answer.order_id);
    assert.deepEqual([order.order_status, order.order_type], ['COMPLETED', 'WITHDRAW']);
    const now = await readAccounts(here.sql);
    for (const account of ['psp:1 EUR', `psp:1:held ${coin}`, `provider:payouts ${coin}`]) {
      assert.equal(now.get(account) ?? 0n, before.get(account) ?? 0n, account);
    }
    const orders = (await client.get('/orders')).json() as Record<string, unknown>[];
    const own = orders.filter((candidate) => candidate['payment_reference_id'] === id);
    assert.deepEqual(
      new Set(own.map((candidate) => candidate['order_status'])),
      new Set(['COMPLETED', 'FAILED']),
    );
  });
}

test('a paid payment is refunded in parts and then in full, from the merchant’s euros', async () => {
  const chosen = await paid('LTC');
  const id = chosen.payment_reference_number;
  const before = await readAccounts(here.sql);
  const first = await refund(chosen, newWallet('LTC'), { refund_amount: '30.00' });
  assert.equal(first.total_refund_amount, '30.00');
  const part = await readPayment(client, id);
  assert.deepEqual(
    [part.payment_status, part.refundable_amount, part.payment_acceptable_status],
    ['PARTIALLY_REFUNDED', '70.00', 'ACCEPTED'],
  );
  const tooMuch = await ask(chosen, newWallet('LTC'), { refund_amount: '70.01' });
  assert.deepEqual([tooMuch.statusCode, tooMuch.json().errors[0].field], [400, 'refund_amount']);
  const rest = await refund(chosen, newWallet('LTC'));
  assert.equal(rest.total_refund_amount, '70.00');
  assert.equal((await readPayment(client, id)).payment_status, 'REFUNDING');
  await arrive('LTC', first.order_id);
  await arrive('LTC', rest.order_id);
  await untilPayment(client, id, 'REFUNDED');
  const now = await readAccounts(here.sql);
  const fees = (now.get('provider:fees EUR') ?? 0n) - (before.get('provider:fees EUR') ?? 0n);
  assert.ok(fees > 0n);
  assert.equal((now.get('psp:1 EUR') ?? 0n) - (before.get('psp:1 EUR') ?? 0n), -10_000n - fees);
  assert.equal(now.get('provider:payouts LTC'), 0n);
});

/** Removes the orders, as after their monthly partition was archived. */
async function archiveOrders(paymentId: string): Promise<void> {
  const archived = await here.sql`
    with gone as (delete from merchant.orders where payment_reference_id = ${paymentId} returning id)
    insert into platform.detached_partitions
    select 'merchant', 'orders', 'orders of ' || id, at, at + interval '1 millisecond', now()
    from gone cross join lateral platform.moment_of(id::text, 'uuid') as at`;
  assert.equal(archived.count, 1);
}

test('a payment with an archived order still accepts refunds and late coins', async () => {
  const chosen = await paid('LTC');
  await archiveOrders(chosen.payment_reference_number);
  const { order_id: refunding } = await refund(chosen, newWallet('LTC'));
  await arrive('LTC', refunding);
  await untilPayment(client, chosen.payment_reference_number, 'REFUNDED');

  const late = await newChosen(client, 'LTC');
  await advance(61);
  await untilPayment(client, late.payment_reference_number, 'EXPIRED');
  await archiveOrders(late.payment_reference_number);
  await payShare(client, late, 1000n);
  await mine(client, 'LTC', depth.LTC);
  await untilPayment(client, late.payment_reference_number, 'UNRESOLVED');
  const orders = await here.sql`
    select status from merchant.orders where payment_reference_id = ${late.payment_reference_number}`;
  assert.deepEqual([...orders], [{ status: 'PROCESSING' }]);
});

test('the excess is refunded first, as coins, and costs the merchant only the fee', async () => {
  const chosen = await paid('BTC', '200.00', 1500n);
  const before = await readAccounts(here.sql);
  const excess = (dueOf(chosen) * 1500n + 999n) / 1000n - dueOf(chosen);
  const wallet = newWallet('BTC');
  const answer = await refund(chosen, wallet, { refund_amount: '100.00' });
  assert.equal(answer.refund_cryptocurrency_amount, formatAsset('BTC', excess));
  const now = await readAccounts(here.sql);
  const cost = (before.get('psp:1 EUR') ?? 0n) - (now.get('psp:1 EUR') ?? 0n);
  assert.ok(cost > 0n && cost < 300n, String(cost));
  assert.equal((before.get('psp:1:held BTC') ?? 0n) - (now.get('psp:1:held BTC') ?? 0n), excess);
  const read = await readPayment(client, chosen.payment_reference_number);
  assert.deepEqual([read.payment_status, read.refundable_amount], ['PARTIALLY_REFUNDED', '200.00']);
  await arrive('BTC', answer.order_id);
});

test('two refunds with the same idempotency key are one refund', async () => {
  const chosen = await paid('XRP');
  const wallet = newWallet('XRP');
  const key = { 'idempotency-key': `refund-${chosen.payment_reference_number}` };
  const fields = { refund_amount: '10.00' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(chosen, wallet, fields, key)));
  const first = await ask(chosen, wallet, fields, key);
  for (const answer of answers) assert.ok([200, 409].includes(answer.statusCode), answer.body);
  await arrive('XRP', first.json().order_id);
  assert.equal((await listArrivals(here.sql, 'XRP', wallet)).length, 1);
});

test('an XRP refund with an empty or malformed tag is refused with the name of the field', async () => {
  const chosen = await paid('XRP', '20.00');
  for (const tag of ['', '01', '00000']) {
    const answer = await ask(chosen, newWallet('XRP'), { destination_tag: tag });
    assert.deepEqual(
      [answer.statusCode, answer.json().errors?.[0]?.field],
      [400, 'destination_tag'],
      answer.body,
    );
  }
});

test('a malformed amount is refused with the name of the field even if nothing is refundable', async () => {
  const unpaid = await newChosen(client, 'BTC', '50.00');
  for (const [amount, status] of [
    ['abc', 400],
    ['-1', 400],
    ['1.00', 409],
  ] as const) {
    const answer = await ask(unpaid, newWallet('BTC'), { refund_amount: amount });
    assert.equal(answer.statusCode, status, answer.body);
    if (status === 400) assert.equal(answer.json().errors[0].field, 'refund_amount');
  }
});

test('an impossible refund is refused with the name of the field and changes nothing', async () => {
  const chosen = await paid('BTC', '50.00');
  const before = await readAccounts(here.sql);
  const good = newWallet('BTC');
  const faults: [address: string, fields: object, field: string][] = [
    ['nonsense', {}, 'refund_address'],
    [newWallet('LTC'), {}, 'refund_address'],
    [good.slice(0, -1) + (good.endsWith('q') ? 'p' : 'q'), {}, 'refund_address'],
    [chosen.payment_cryptocurrency_address, {}, 'refund_address'],
    [good, { destination_tag: '5' }, 'destination_tag'],
    [good, { refund_amount: '0' }, 'refund_amount'],
    [good, { refund_amount: '-1' }, 'refund_amount'],
    [good, { refund_amount: '1.001' }, 'refund_amount'],
    [good, { refund_amount: '50.01' }, 'refund_amount'],
    [good, { refund_reason: ' ' }, 'refund_reason'],
    [good, { refund_reason: 'gone\u202Edlos' }, 'refund_reason'],
  ];
  for (const [address, fields, field] of faults) {
    const answer = await ask(chosen, address, fields);
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json().errors[0].field, field, answer.body);
  }
  assert.deepEqual(await readAccounts(here.sql), before);
  assert.equal((await readPayment(client, chosen.payment_reference_number)).payment_status, 'PAID');
});

test('a payment with nothing to refund refuses a refund in each of its states', async () => {
  const id = await newPayment(client);
  const body = { refund_address: newWallet('BTC'), refund_reason: 'none' };
  const codeOf = async (paymentId: string) =>
    (await client.post(`/payments/${paymentId}/refund`, body)).json().code;
  assert.equal(await codeOf(id), 'payment_not_refundable');
  const chosen = await newChosen(client, 'BTC');
  assert.equal(await codeOf(chosen.payment_reference_number), 'payment_not_refundable');
  await payShare(client, chosen, 500n);
  await untilPayment(
    client,
    chosen.payment_reference_number,
    'PENDING',
    (read) => read.transactions.length === 1,
  );
  assert.equal(await codeOf(chosen.payment_reference_number), 'payment_not_refundable');
  await advance(15);
  await untilPayment(client, chosen.payment_reference_number, 'UNRESOLVED');
  assert.equal(await codeOf(chosen.payment_reference_number), 'payment_confirming');
  const link = await askForLink(chosen);
  assert.deepEqual([link.statusCode, link.json().code], [409, 'payment_confirming']);
  await mine(client, 'BTC', 1);
});

test('of an acceptance and a refund at the same instant exactly one succeeds, fifty times', async () => {
  const all: ChosenPayment[] = [];
  for (let index = 0; index < 50; index++) all.push(await newChosen(client, 'LTC', '20.00'));
  for (const chosen of all) await payShare(client, chosen, 700n);
  await mine(client, 'LTC', 3);
  await advance(15);
  const ready = (id: string) =>
    untilPayment(client, id, 'UNRESOLVED', (read) => read.payment_acceptable_status === 'ACCEPTABLE');
  for (const chosen of all) await ready(chosen.payment_reference_number);
  const before = await readAccounts(here.sql);
  let acceptedCents = 0n;
  for (let start = 0; start < all.length; start += 5) {
    await Promise.all(
      all.slice(start, start + 5).map(async (chosen, index) => {
        const id = chosen.payment_reference_number;
        const accept = () => client.post(`/payments/${id}/accept`);
        const both =
          index % 2 === 0
            ? [accept, () => ask(chosen, newWallet('LTC'))]
            : [() => ask(chosen, newWallet('LTC')), accept];
        const answers = await Promise.all(both.map((one) => one()));
        const won = answers.filter((answer) => answer.statusCode === 200);
        assert.deepEqual([won.length, answers.filter((answer) => answer.statusCode === 409).length], [1, 1]);
        const total: string | undefined = won[0]?.json().payment_total;
        const { payment_status: status } = await readPayment(client, id);
        assert.equal(status === 'PAID', total !== undefined, status);
        acceptedCents += BigInt(total?.replace('.', '') ?? 0);
      }),
    );
  }
  const now = await readAccounts(here.sql);
  assert.equal((now.get('psp:1 EUR') ?? 0n) - (before.get('psp:1 EUR') ?? 0n), acceptedCents);
});

test('a refund above the merchant’s balance is refused, and a refund with a failed payout is undone', async () => {
  const covered = await paid('BTC', '40.00');
  const uncovered = await paid('BTC', '400.00');
  const open = await unresolved('BTC', '70.00');
  // This process serves requests but signs no payouts.
  await here.close();
  here = await openMerchantApp({ database, settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  const euros = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
  const quote = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: formatAsset('EUR', euros - 10_000n),
  });
  const order = { conversion_token: quote.json().conversion_token, customer_details: customer };
  assert.equal((await client.post('/orders', { orderData: order })).statusCode, 200);
  const before = await readAccounts(here.sql);
  const short = await ask(uncovered, newWallet('BTC'));
  assert.deepEqual([short.statusCode, short.json().code], [422, 'insufficient_funds']);
  const link = await askForLink(uncovered);
  assert.deepEqual([link.statusCode, link.json().code], [422, 'insufficient_funds']);
  assert.equal((await readPayment(client, uncovered.payment_reference_number)).payment_status, 'PAID');
  assert.deepEqual(await readAccounts(here.sql), before);

  const statuses = [
    [covered, 'REFUNDING', 'PAID', {}],
    [covered, 'PARTIALLY_REFUNDED', 'PAID', { refund_amount: '15.00' }],
    [open, 'REFUNDING', 'UNRESOLVED', {}],
  ] as const;
  for (const [chosen, during, afterwards, fields] of statuses) {
    const id = chosen.payment_reference_number;
    const answer = await refund(chosen, newWallet('BTC'), fields);
    assert.equal((await readPayment(client, id)).payment_status, during);
    const [row] = await here.sql<{ payout_id: string }[]>`
      select payout_id from merchant.refunds where id = ${answer.refund_id}`;
    const owners = { refund: refundOwner };
    assert.equal(await cancelPayout(here.platform, owners, row?.payout_id ?? ''), 'cancelled');
    assert.equal((await readPayment(client, id)).payment_status, afterwards);
    assert.equal((await readOrder(client, answer.order_id)).order_status, 'FAILED');
    const now = await readAccounts(here.sql);
    for (const [account, balance] of before) assert.equal(now.get(account), balance, account);
  }
});
