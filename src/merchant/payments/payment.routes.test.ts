import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { mine, readAccounts, sendCoins } from '../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import {
  choose,
  newChosen,
  newPayment,
  openPaymentsApp,
  paymentBody,
  readPayment,
  untilPayment,
  type ChosenPayment,
} from '../../../test/support/payments.ts';
import { coinCodes } from '../assets/asset.rules.ts';
import { optionalTexts } from './facts/payment.rules.ts';
import { readPaymentView } from './views/read-payment-view.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  await pass(0);
});
after(() => here.close());

/** Advances the clock and renews the token, which may have expired. */
async function pass(minutes: number): Promise<void> {
  here.clock.offsetMs += minutes * 60_000;
  client = await merchantClient(here);
}

const count = async (): Promise<number> =>
  (await here.sql<{ count: number }[]>`select count(*)::int as count from merchant.payments`)[0]?.count ?? 0;

test('a hosted payment returns the address of its page and needs no return addresses', async () => {
  const { success_return_url: _, failure_return_url: __, ...body } = paymentBody;
  const answer = await client.post('/payments/hosted', body);
  assert.equal(answer.statusCode, 200, answer.body);
  const { payment_reference_id: id, payment_expiration_timestamp: expiresAt, ...rest } = answer.json();
  assert.deepEqual(rest, {
    payment_amount: '25.00',
    currency_code: 'EUR',
    payment_status: 'NEW',
    payment_description: 'Pão fresco 🥖',
    metadata: {},
    payment_url: `${here.platform.publicUrl}/pay/${id}`,
  });
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  const leftMs = Date.parse(expiresAt) - here.clock.nowMs();
  assert.ok(leftMs > 3_500_000 && leftMs <= 3_600_000);
  const read = await readPayment(client, id);
  assert.equal(read.success_return_url, null);
});

test('a payment on the merchant’s own page lists the coins to choose from and has no coin yet', async () => {
  const texts = Object.fromEntries(optionalTexts.map((name) => [name, `https://shop.example/${name}`]));
  const answer = await client.post('/payments', {
    ...paymentBody,
    ...texts,
    payment_amount: 30.5,
    unknown: 1,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const created = answer.json();
  assert.equal(created.payment_amount, '30.50');
  assert.deepEqual(
    created.supported_payment_methods.map(
      (method: { cryptocurrency_code: string }) => method.cryptocurrency_code,
    ),
    coinCodes,
  );
  const { payment_expire_duration_seconds: seconds, ...read } = await readPayment(
    client,
    created.payment_reference_id,
  );
  assert.ok(seconds > 3_500 && seconds <= 3_600);
  assert.deepEqual(read, {
    payment_reference_number: created.payment_reference_id,
    payment_currency: 'EUR',
    payment_amount: '30.50',
    cryptocurrency_amount: null,
    merchant_name: 'Padaria Central',
    payment_status: 'NEW',
    cryptocurrency_code: null,
    payment_cryptocurrency_address: null,
    destination_tag: null,
    payment_uri: null,
    ...texts,
    payment_refundable_status: 'NOT_REFUNDABLE',
    refundable_amount: '0.00',
    payment_acceptable_status: 'NOT_ACCEPTABLE',
    acceptable_amount: '0.00',
    refund_address: null,
    refund_destination_tag: null,
    payment_reference: 'order-1001',
    payment_exceptions: [],
    payment_cancelled_at: null,
    metadata: {},
    received_cryptocurrency_amount: null,
    transactions: [],
  });
});

test('the same idempotency key returns the same payment, and the same reference without a key creates another', async () => {
  const key = { 'idempotency-key': 'pay-once' };
  const before = await count();
  const first = await client.post('/payments', paymentBody, key);
  const second = await client.post('/payments', paymentBody, key);
  assert.deepEqual(second.json(), first.json());
  assert.equal(second.headers['idempotency-replayed'], 'true');
  const other = await client.post('/payments', { ...paymentBody, payment_amount: '26.00' }, key);
  assert.equal(other.statusCode, 409);
  assert.equal(await count(), before + 1);
  await client.post('/payments', paymentBody);
  assert.equal(await count(), before + 2);
  const id = first.json().payment_reference_id;
  const chosen = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' }, key);
  assert.equal(chosen.statusCode, 409, 'a key is of one request');
  const choice = { 'idempotency-key': 'choose-once' };
  const once = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' }, choice);
  const again = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' }, choice);
  assert.deepEqual(again.json(), once.json());
});

for (const coin of coinCodes) {
  test(`a payment in ${coin} goes from choice to PAID, and the merchant is credited`, async () => {
    const chosen = await newChosen(client, coin);
    assert.equal(chosen.payment_status, 'PENDING');
    assert.ok(chosen.payment_expire_duration_seconds > 800 && chosen.payment_expire_duration_seconds <= 900);
    assert.equal(chosen.destination_tag !== null, coin === 'XRP');
    assert.ok(chosen.payment_uri.includes(chosen.payment_cryptocurrency_address.replace(/^.*:/, '')));
    const id = chosen.payment_reference_number;
    const before = await readAccounts(here.sql);
    const transactionId = await sendCoins(client, coin, {
      address: chosen.payment_cryptocurrency_address,
      amount: chosen.cryptocurrency_amount,
      ...(chosen.destination_tag === null ? {} : { tag: chosen.destination_tag }),
    });
    const seen = await untilPayment(client, id, 'CONFIRMING');
    assert.equal(seen.received_cryptocurrency_amount, chosen.cryptocurrency_amount);
    const again = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: coin });
    assert.equal(again.json().code, 'payment_in_progress');
    const [shown] = seen.transactions;
    assert.equal(shown?.blockchain_transaction_id, transactionId);
    await mine(client, coin, shown?.required_confirmations);
    const paid = await untilPayment(client, id, 'PAID');
    assert.deepEqual(paid.payment_exceptions, []);
    assert.deepEqual([paid.payment_acceptable_status, paid.acceptable_amount], ['ACCEPTED', '25.00']);
    assert.deepEqual([paid.payment_refundable_status, paid.refundable_amount], ['REFUNDABLE', '25.00']);
    const now = await readAccounts(here.sql);
    assert.equal((now.get('psp:1 EUR') ?? 0n) - (before.get('psp:1 EUR') ?? 0n), 2_500n);
    assert.equal(now.get(`psp:1:held ${coin}`), before.get(`psp:1:held ${coin}`) ?? 0n);
    const view = await readPaymentView(here.sql, id);
    assert.equal(view?.status, 'PAID');
    assert.equal(view.receivedMinor, view.coinAmountMinor);
    const orders = (await client.get('/orders')).json() as Record<string, unknown>[];
    const order = orders.find((candidate) => candidate['payment_reference_id'] === id);
    assert.equal(order?.['order_status'], 'COMPLETED');
    assert.equal(order['order_total'], '25.00');
    assert.equal(order['blockchain_transaction_id'], transactionId);
  });
}

test('a coin whose chain has not been read yet cannot be chosen and may be retried', async () => {
  const unread = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  try {
    const asking = await merchantClient(unread);
    const id = await newPayment(asking);
    const answer = await asking.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'BTC' });
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'node_unavailable']);
    assert.ok(Number(answer.headers['retry-after']) > 0);
  } finally {
    await unread.close();
  }
});

test('an unknown coin returns not_found and changes nothing', async () => {
  const id = await newPayment(client);
  for (const code of ['DOGE', 'btc', '']) {
    const answer = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: code });
    assert.equal(answer.statusCode, 404, answer.body);
  }
  assert.equal((await readPayment(client, id)).payment_status, 'NEW');
});

test('a coin whose amount is out of bounds is not offered and cannot be chosen', async () => {
  const offered = async (amount: string) => {
    const answer = await client.post('/payments', { ...paymentBody, payment_amount: amount });
    const created = answer.json() as {
      payment_reference_id: string;
      supported_payment_methods: { cryptocurrency_code: string }[];
    };
    return {
      id: created.payment_reference_id,
      codes: created.supported_payment_methods.map((method) => method.cryptocurrency_code),
    };
  };
  const small = await offered('1.00');
  assert.deepEqual(small.codes, ['BCH', 'LTC']);
  const refused = await client.post(`/payments/${small.id}/conversion`, { cryptocurrency_code: 'BTC' });
  assert.equal(refused.statusCode, 400, refused.body);
  const [fault] = refused.json().errors as { field: string; code: string }[];
  assert.deepEqual([fault?.field, fault?.code], ['cryptocurrency_code', 'too_small']);
  await choose(client, small.id, 'LTC');
  const large = await offered('1000000.00');
  assert.deepEqual(large.codes, ['BTC', 'BCH', 'LTC', 'ETH', 'XRP']);
});

test('a coin can be chosen ten times, within two hours', async () => {
  const id = await newPayment(client);
  for (let count = 0; count < 10; count++) await choose(client, id, 'LTC');
  const answer = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' });
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_choice_limit']);
  const long = await newPayment(client);
  for (let minutes = 14; minutes < 120; minutes += 14) {
    await choose(client, long, 'LTC');
    await pass(14);
  }
  const chosen = await client.post(`/payments/${long}/conversion`, { cryptocurrency_code: 'LTC' });
  assert.equal(chosen.statusCode, 200, chosen.body);
  const { payment_expire_duration_seconds: seconds } = chosen.json() as ChosenPayment;
  assert.ok(seconds <= 8 * 60, `${seconds} s`);
});

test('choosing a coin again gives a new address, and coins sent to the old one are late', async () => {
  const id = await newPayment(client);
  const first = await choose(client, id, 'BTC');
  const second = await choose(client, id, 'LTC');
  const third = await choose(client, id, 'BTC');
  assert.notEqual(third.payment_cryptocurrency_address, first.payment_cryptocurrency_address);
  assert.equal(
    (await readPayment(client, id)).payment_cryptocurrency_address,
    third.payment_cryptocurrency_address,
  );
  await sendCoins(client, 'LTC', {
    address: second.payment_cryptocurrency_address,
    amount: second.cryptocurrency_amount,
  });
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'PENDING');
  await pass(16);
  const late = await untilPayment(client, id, 'UNRESOLVED');
  assert.deepEqual(late.payment_exceptions, ['LATE']);
  assert.equal(late.payment_cryptocurrency_address, second.payment_cryptocurrency_address);
  assert.equal((await client.post(`/payments/${id}/accept`)).statusCode, 200);
  await untilPayment(client, id, 'PAID');
  const orders = (await client.get('/orders')).json() as Record<string, unknown>[];
  const own = orders.filter((order) => order['payment_reference_id'] === id);
  assert.deepEqual(
    own.map((order) => [order['currency_pair'], order['order_status']]),
    [['LTCEUR', 'COMPLETED']],
  );
});

test('too many concurrent choices leave one active choice, with the order that belongs to it', async () => {
  const id = await newPayment(client);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      client.post(`/payments/${id}/conversion`, { cryptocurrency_code: index % 2 === 0 ? 'BTC' : 'ETH' }),
    ),
  );
  // A request without a free connection got 503 and changed nothing.
  const done = answers.filter((answer) => answer.statusCode === 200);
  for (const answer of answers) assert.ok([200, 409, 503].includes(answer.statusCode), answer.body);
  assert.ok(done.length <= 10);
  const addresses = done.map((answer) => {
    return answer.json().payment_cryptocurrency_address as string;
  });
  assert.ok(addresses.length > 1);
  assert.equal(new Set(addresses).size, addresses.length);
  const choices = await here.sql`select from merchant.payment_choices where payment_id = ${id}`;
  assert.equal(choices.length, addresses.length);
  const read = await readPayment(client, id);
  assert.equal(addresses.filter((address) => address === read.payment_cryptocurrency_address).length, 1);
  const orders = await here.sql<{ payment_address: string; currency_pair: string }[]>`
    select payment_address, currency_pair from merchant.orders where payment_reference_id = ${id}`;
  assert.deepEqual(
    [...orders],
    [
      {
        payment_address: read.payment_cryptocurrency_address,
        currency_pair: `${read.cryptocurrency_code}EUR`,
      },
    ],
  );
});
