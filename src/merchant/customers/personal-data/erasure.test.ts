import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet, readOrder, sendCoins } from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  choose,
  openPaymentsApp,
  paymentBody,
  payShare,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { isLockAwaited } from '../../../../test/support/row-locks.ts';
import { storedText } from '../../../../test/support/stored-text.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../../test/support/webhook-receiver.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { optionalTexts } from '../../payments/facts/payment.rules.ts';
import { eraseQuietCustomers } from './erase-quiet-customers.ts';
import { customerColumns } from './erased-columns.rules.ts';
import { lockCustomer } from './erasure.store.ts';

let here: TestApp;
let client: MerchantClient;
let receiver: WebhookReceiver;

before(async () => {
  here = await openPaymentsApp();
  receiver = await openWebhookReceiver();
  // One endpoint repeats the event in its response, the other always fails.
  receiver.answer = (response, request, received) => {
    response.statusCode = request.url?.endsWith('/stubborn') ? 500 : 200;
    const { customer_details: details } = JSON.parse(received.body) as { customer_details: object };
    response.end(JSON.stringify(details));
  };
});
beforeEach(async () => {
  client = await merchantClient(here);
});
after(async () => {
  await here.close();
  await receiver.close();
});

const texts = Object.fromEntries(optionalTexts.map((name) => [name, `https://erasable.example/${name}`]));

/** Words that must not remain anywhere. Each is the value of exactly one field. */
const words = {
  first: 'Wilhelmina-Erasable',
  last: 'Oosterhuis-Erasable',
  email: 'erasable@example.org',
  ip: '198.51.100.77',
  description: 'Surprise for erasable Wilhelmina',
  ...texts,
  reason: 'Erasable Wilhelmina did not like it',
  linkReason: 'Erasable Wilhelmina sends it back',
  metadataKey: 'erasable-key',
  metadataValue: 'erasable-value',
  statedAddress: 'tb1qerasableerasable',
  statedTag: 'erasable-tag',
};

const detailsOf = (reference: string) => ({
  customer_reference_id: reference,
  customer_first_name: words.first,
  customer_last_name: words.last,
  customer_email_address: words.email,
  customer_ip_address: words.ip,
});
const metadata = { [words.metadataKey]: words.metadataValue };

const bodyOf = (reference: string) => ({
  ...paymentBody,
  payment_amount: '100.00',
  customer_details: detailsOf(reference),
  payment_description: words.description,
  ...texts,
  metadata,
});

async function create(reference: string): Promise<string> {
  const answer = await client.post('/payments', bodyOf(reference), {
    'idempotency-key': `create ${reference}`,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { payment_reference_id: string }).payment_reference_id;
}

async function quote(type: 'WITHDRAW' | 'DEPOSIT'): Promise<string> {
  const answer = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: type,
    cryptocurrency_amount: '0.01',
  });
  return (answer.json() as { conversion_token: string }).conversion_token;
}

/** Creates one object of every kind that stores customer details, and ends all of them. */
async function fill(reference: string): Promise<string> {
  const paid = await create(reference);
  const chosen = await choose(client, paid, 'BTC');
  await payShare(client, chosen, 1000n);
  await untilPayment(client, paid, 'CONFIRMING');
  await mine(client, 'BTC', 1);
  await untilPayment(client, paid, 'PAID');
  const link = await client.post(`/payments/${paid}/refund-links`, { refund_reason: words.linkReason });
  assert.equal(link.statusCode, 200, link.body);
  const revoked = await client.post(`/refund-links/${link.json().refund_link_id}/revoke`);
  assert.equal(revoked.statusCode, 200, revoked.body);
  const refund = await client.post(`/payments/${paid}/refund`, {
    refund_address: newWallet('BTC'),
    refund_reason: words.reason,
  });
  assert.equal(refund.statusCode, 200, refund.body);
  const order = await client.post('/orders', {
    orderData: {
      conversion_token: await quote('WITHDRAW'),
      customer_details: detailsOf(reference),
      metadata,
    },
  });
  assert.equal(order.statusCode, 200, order.body);
  const withdrawal = await client.post('/withdrawals', {
    withdrawalData: {
      conversion_token: await quote('WITHDRAW'),
      customer_wallet_address: newWallet('BTC'),
      customer_details: detailsOf(reference),
      metadata,
    },
  });
  assert.equal(withdrawal.statusCode, 200, withdrawal.body);
  const address = await client.post('/deposit/address/BTC', { customer_details: detailsOf(reference) });
  await sendCoins(client, 'BTC', {
    address: address.json().customer_deposit_wallet_address,
    amount: '0.01',
  });
  for (const orderId of [refund.json().order_id, withdrawal.json().order_id]) {
    await until(async () => {
      await mine(client, 'BTC', 1);
      return (await readOrder(client, orderId))['order_status'] === 'COMPLETED';
    }, `the order ${orderId}`);
  }
  await untilPayment(client, paid, 'REFUNDED');
  await until(async () => {
    const orders = (await client.get(`/orders?customer_reference_id=${reference}`)).json();
    return orders.length === 5;
  }, 'the deposit');
  const cancelled = await client.post('/payments', bodyOf(reference));
  await client.post(`/payments/${cancelled.json().payment_reference_id}/cancel`);
  return paid;
}

const allText = async (): Promise<string> =>
  (
    await Promise.all(
      ['merchant', 'platform', 'graphile_worker'].map((schema) => storedText(here.sql, schema)),
    )
  ).join('\n');

const found = (text: string): string[] => Object.values(words).filter((word) => text.includes(word));

test('an erasure removes a customer’s details from every table and keeps everything else', async () => {
  for (const path of ['echo', 'stubborn']) {
    assert.equal((await client.post('/webhooks', { url: `${receiver.url}/${path}` })).statusCode, 200);
  }
  const reference = 'customer-to-erase';
  const paid = await fill(reference);
  // A refund address that the customer stated on the hosted page.
  await here.sql`
    update merchant.payments set
      refund_coin = 'BTC', refund_address = ${words.statedAddress}, refund_destination_tag = ${words.statedTag}
    where id = ${paid}`;
  // Wait until every endpoint received the last event and its response was stored.
  await until(async () => {
    const [row] = await here.sql<{ missing: number }[]>`
      select count(*)::int as missing from merchant.webhook_deliveries where attempts = '[]'`;
    return row?.missing === 0;
  }, 'a first attempt of every delivery');
  assert.deepEqual(found(await allText()), Object.values(words), 'all of it is there before');
  for (const name of customerColumns) {
    const [table = '', column = ''] = name.split('.');
    const [row] = await here.sql<{ text: string | null }[]>`
      select string_agg(t.${here.sql.identifier(column)}::text, ' ') as text
      from merchant.${here.sql.identifier(table)} t`;
    const isFilled = column === 'refund_coin' || found(row?.text ?? '').length > 0;
    assert.ok(isFilled, `Fill ${name} above, so that this test sees its erasure.`);
  }

  const statement = await client.get('/ledger?limit=200');
  const orders = (await client.get(`/orders?customer_reference_id=${reference}`)).json();
  const answer = await client.delete(`/customers/${reference}`);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(found(await allText()), []);

  // Stored responses are encrypted, so only a retry shows their content.
  const retried = await client.post('/payments', bodyOf(reference), {
    'idempotency-key': `create ${reference}`,
  });
  assert.equal(retried.headers['idempotency-replayed'], 'true');
  assert.equal(retried.json().payment_reference_id, paid);
  assert.deepEqual(found(retried.body), []);

  assert.deepEqual((await client.get('/ledger?limit=200')).json(), statement.json(), 'the books stay');
  const after = (await client.get(`/orders?customer_reference_id=${reference}`)).json();
  const nobody = { customer_first_name: null, customer_last_name: null, customer_email_address: null };
  assert.deepEqual(
    after,
    orders.map((order: object) => ({
      ...order,
      customer_details: { customer_reference_id: reference, ...nobody, customer_ip_address: null },
      metadata: {},
    })),
  );
  for (const path of [
    `/payments/${paid}`,
    '/payments',
    '/refunds',
    '/events?limit=200',
    '/webhooks/deliveries',
  ]) {
    const shown = await client.get(path);
    assert.equal(shown.statusCode, 200, path);
    assert.deepEqual(found(shown.body), [], path);
  }
  const entries = await here.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.metadata_entries`;
  assert.equal(entries[0]?.count, 0);
  const search = await client.get(`/payments?metadata%5B${words.metadataKey}%5D=${words.metadataValue}`);
  assert.deepEqual(search.json(), []);
});

test('a pending webhook is sent without the erased details', async () => {
  const pending = await here.sql<{ event: { customer_details: object } }[]>`
    select event from merchant.webhook_deliveries where status = 'PENDING' and event ->> 'order_id' is not null`;
  assert.ok(pending.length > 0);
  for (const { event } of pending) {
    assert.deepEqual(Object.keys(event).slice(0, 3), ['order_id', 'order_status', 'order_transaction_type']);
    assert.deepEqual(event.customer_details, {
      customer_reference_id: 'customer-to-erase',
      customer_first_name: null,
      customer_last_name: null,
      customer_email_address: null,
      customer_ip_address: null,
    });
  }
});

test('a concurrent refund that copies the customer’s name is refused or erased', async () => {
  const reference = 'racing';
  const paid = await create(reference);
  const chosen = await choose(client, paid, 'LTC');
  await payShare(client, chosen, 1000n);
  await mine(client, 'LTC', 3);
  await untilPayment(client, paid, 'PAID');
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  // Begins like an erasure, up to its first step.
  const erasing = transaction(here.sql, async (tx) => {
    assert.equal(await lockCustomer(tx, { pspId: 1, reference }), true);
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const refund = client.post(`/payments/${paid}/refund`, {
    refund_address: newWallet('LTC'),
    refund_reason: words.reason,
  });
  await until(() => isLockAwaited(here.sql), 'the refund that waits');
  held.resolve();
  await erasing;
  assert.equal((await refund).statusCode, 200);
  assert.equal((await client.delete(`/customers/${reference}`)).json().code, 'customer_in_use');
});

const withDays = (days: number): MerchantContext =>
  ({ ...here.platform, settings: { CUSTOMER_DATA_DAYS: days } }) as unknown as MerchantContext;

const nameOf = async (reference: string): Promise<string | null> =>
  (await client.get(`/customers/${reference}`)).json().customer_first_name;

test('inactive customers are erased automatically, unless something is open or they come back', async () => {
  const end = async (reference: string): Promise<void> => {
    const answer = await client.post('/payments', { ...bodyOf(reference), payment_reference: reference });
    await client.post(`/payments/${answer.json().payment_reference_id}/cancel`);
  };
  await end('quiet');
  await end('returning');
  await client.post('/deposit/address/BTC', { customer_details: detailsOf('only an address') });
  const open = await client.post('/payments', bodyOf('unresolved'));
  const openId = open.json().payment_reference_id;
  const chosen = await choose(client, openId, 'BTC');
  await payShare(client, chosen, 500n);
  await mine(client, 'BTC', 1);
  const advance = async (days: number): Promise<void> => {
    await client.post('/sandbox/clock/advance', { seconds: days * 86_400 });
    client = await merchantClient(here);
  };
  await advance(20);
  await untilPayment(client, openId, 'UNRESOLVED');
  await end('returning');
  await eraseQuietCustomers(withDays(0));
  await eraseQuietCustomers(withDays(30));
  assert.equal(await nameOf('quiet'), words.first, 'not before its time');
  await advance(11);
  await eraseQuietCustomers(withDays(30));
  assert.deepEqual(
    [
      await nameOf('quiet'),
      await nameOf('only%20an%20address'),
      await nameOf('returning'),
      await nameOf('unresolved'),
    ],
    [null, null, words.first, words.first],
  );
  await untilPayment(
    client,
    openId,
    'UNRESOLVED',
    (payment) => payment.payment_acceptable_status === 'ACCEPTABLE',
  );
  assert.equal((await client.post(`/payments/${openId}/accept`)).statusCode, 200);
  await advance(20);
  await eraseQuietCustomers(withDays(30));
  assert.deepEqual([await nameOf('returning'), await nameOf('unresolved')], [null, null]);
  const left = await here.sql`select * from merchant.customers_to_erase`;
  assert.deepEqual(
    [...left].filter((row) => row['customer_reference_id'] !== 'racing'),
    [],
  );
});
