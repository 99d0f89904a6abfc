import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import {
  customer,
  mine,
  newWallet,
  readAccounts,
  reorganise,
  sendCoins,
} from '../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import {
  choose,
  dueOf,
  newChosen,
  newPayment,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
  type ChosenPayment,
} from '../../../test/support/payments.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import { checkLedger } from '../books/check/check-ledger.ts';
import { availableTo, bankAccount, transfer } from '../books/ledger.rules.ts';
import { postMovement } from '../books/post-movement.ts';

let database: TestDatabase;
let here: TestApp;
let client: MerchantClient;

before(async () => {
  database = await createTestDatabase();
  here = await openPaymentsApp({ database });
  client = await merchantClient(here);
  // No server listens there, so deliveries stay in the queue.
  const answer = await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
  assert.equal(answer.statusCode, 200, answer.body);
});
after(async () => {
  await here.close();
  await database.drop();
});

const pay = (chosen: ChosenPayment, thousandths = 1000n, replaces?: string): Promise<string> =>
  payShare(client, chosen, thousandths, replaces);

/** Advances the clock of the whole sandbox and renews the token, which would have expired. */
async function advance(minutes: number): Promise<void> {
  const answer = await client.post('/sandbox/clock/advance', { seconds: minutes * 60 });
  assert.equal(answer.statusCode, 200, answer.body);
  client = await merchantClient(here);
}

const eurosOf = async (): Promise<bigint> => (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;

/** Returns the statuses of a payment's orders in the order of their webhooks. */
async function statusesOf(id: string): Promise<string[]> {
  const rows = await here.sql<{ status: string }[]>`
    select event->>'order_status' || ' ' || (event->>'payment_status') as status
    from merchant.webhook_deliveries where event->>'payment_reference_id' = ${id} order by id`;
  return rows.map((row) => row.status);
}

test('a payment without a coin reports its expiry by its own event, and no coin can be chosen afterwards', async () => {
  const id = await newPayment(client);
  await advance(60);
  await untilPayment(client, id, 'EXPIRED');
  const answer = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'BTC' });
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_expired']);
  const told = await here.sql<{ event_type: string; order_id: string | null; status: string }[]>`
    select event_type, order_id, event->>'payment_status' as status
    from merchant.webhook_deliveries where event->>'payment_reference_id' = ${id}`;
  assert.deepEqual([...told], [{ event_type: 'payment.expired', order_id: null, status: 'EXPIRED' }]);
});

test('a payment that received less than a cent expires as if nothing had come', async () => {
  const chosen = await newChosen(client, 'XRP', '10.00');
  const id = chosen.payment_reference_number;
  const tag = chosen.destination_tag;
  assert.ok(tag);
  await sendCoins(client, 'XRP', { address: chosen.payment_cryptocurrency_address, tag, amount: '0.000001' });
  await mine(client, 'XRP');
  await untilPayment(client, id, 'PENDING', (p) => p.transactions.length === 1);
  await advance(15);
  const expired = await untilPayment(client, id, 'EXPIRED');
  assert.deepEqual(
    [expired.payment_exceptions, expired.payment_acceptable_status, expired.payment_refundable_status],
    [[], 'NOT_ACCEPTABLE', 'NOT_REFUNDABLE'],
  );
});

test('coins that have fallen below a cent in value can still be refunded, and the payment says so', async () => {
  const chosen = await newChosen(client, 'XRP', '10.00');
  const id = chosen.payment_reference_number;
  await here.sql`update merchant.payment_choices set price = price * 100 where payment_id = ${id}`;
  const tag = chosen.destination_tag;
  assert.ok(tag);
  const half = formatAsset('XRP', dueOf(chosen) / 2000n);
  await sendCoins(client, 'XRP', { address: chosen.payment_cryptocurrency_address, tag, amount: half });
  await mine(client, 'XRP');
  await advance(15);
  const seen = await untilPayment(
    client,
    id,
    'UNRESOLVED',
    (p) => p.payment_refundable_status === 'REFUNDABLE',
  );
  assert.deepEqual([seen.payment_acceptable_status, seen.refundable_amount], ['NOT_ACCEPTABLE', '0.00']);
  const answer = await client.post(`/payments/${id}/refund`, {
    refund_address: newWallet('XRP'),
    refund_reason: 'Too little',
  });
  assert.deepEqual([answer.statusCode, answer.json().total_refund_amount], [200, '0.00'], answer.body);
});

test('an unpaid payment expires, and late coins make it unresolved at the present price', async () => {
  const chosen = await newChosen(client, 'BTC', '100.00');
  const id = chosen.payment_reference_number;
  await advance(15);
  const expired = await untilPayment(client, id, 'EXPIRED');
  assert.equal(expired.payment_expire_duration_seconds, 0);
  const transactionId = await pay(chosen);
  const seen = await untilPayment(client, id, 'UNRESOLVED');
  assert.deepEqual(seen.payment_exceptions, ['LATE']);
  assert.equal(seen.payment_acceptable_status, 'NOT_ACCEPTABLE');
  const early = await client.post(`/payments/${id}/accept`);
  assert.deepEqual([early.statusCode, early.json().code], [409, 'payment_confirming']);
  await mine(client, 'BTC');
  const ready = await untilPayment(
    client,
    id,
    'UNRESOLVED',
    (p) => p.payment_acceptable_status === 'ACCEPTABLE',
  );
  assert.equal(ready.payment_refundable_status, 'REFUNDABLE');
  const before = await eurosOf();
  const answer = await client.post(`/payments/${id}/accept`);
  assert.equal(answer.statusCode, 200, answer.body);
  const { payment_total: total, payment_cryptocurrency_amount: sold, ...rest } = answer.json();
  assert.deepEqual(rest, {
    payment_currency_code: 'EUR',
    payment_cryptocurrency: 'BTC',
    payment_address: chosen.payment_cryptocurrency_address,
    blockchain_transaction_id: transactionId,
  });
  // If the price has risen, fewer coins are sold and the rest is an excess.
  const isTooMuch = sold !== chosen.cryptocurrency_amount;
  if (isTooMuch) {
    assert.ok(Number(sold) < Number(chosen.cryptocurrency_amount));
    assert.equal(total, '100.00');
  }
  assert.equal(formatAsset('EUR', (await eurosOf()) - before), total);
  assert.ok(Math.abs(Number(total) - 100) < 5);
  assert.deepEqual((await client.post(`/payments/${id}/accept`)).json(), answer.json());
  const paid = await readPayment(client, id);
  assert.deepEqual(
    [paid.payment_status, paid.payment_acceptable_status, paid.acceptable_amount, paid.payment_exceptions],
    ['PAID', 'ACCEPTED', total, isTooMuch ? ['OVERPAID', 'LATE'] : ['LATE']],
  );
  assert.deepEqual(await statusesOf(id), [
    'PROCESSING PENDING',
    'FAILED EXPIRED',
    'PROCESSING UNRESOLVED',
    'COMPLETED PAID',
  ]);
});

test('a partial payment waits until the deadline, is then unresolved, and can be accepted at the present price', async () => {
  const chosen = await newChosen(client, 'LTC', '200.00');
  const id = chosen.payment_reference_number;
  await pay(chosen, 500n);
  await mine(client, 'LTC', 3);
  const waiting = await untilPayment(client, id, 'PENDING', (p) => p.transactions[0]?.confirmations === 3);
  assert.deepEqual(waiting.payment_exceptions, []);
  const early = await client.post(`/payments/${id}/accept`);
  assert.deepEqual([early.statusCode, early.json().code], [409, 'payment_not_acceptable']);
  await advance(15);
  const unresolved = await untilPayment(client, id, 'UNRESOLVED');
  assert.deepEqual(unresolved.payment_exceptions, ['UNDERPAID']);
  // At the present price of the market.
  assert.equal(unresolved.refundable_amount, unresolved.acceptable_amount);
  const before = await eurosOf();
  const accepted = await client.post(`/payments/${id}/accept`);
  const rate = (await client.get('/rates/LTCEUR/deposit')).json() as { sell_price: number };
  const total = accepted.json().payment_total as string;
  assert.equal((await eurosOf()) - before, BigInt(total.replace('.', '')));
  // The price may have changed in the meantime.
  const expected = (Number(dueOf(chosen)) / 2 / 1e8) * rate.sell_price;
  assert.ok(Math.abs(Number(total) - expected) < 0.3, `${total} is not about ${expected}`);
  assert.deepEqual((await readPayment(client, id)).payment_exceptions, ['UNDERPAID']);
});

test('an overpaid payment is PAID for the sum due, and the excess still belongs to the customer', async () => {
  const chosen = await newChosen(client, 'ETH', '30.00');
  const id = chosen.payment_reference_number;
  const before = await readAccounts(here.sql);
  await pay(chosen, 600n);
  await pay(chosen, 900n);
  const seen = await untilPayment(client, id, 'CONFIRMING', (p) => p.transactions.length === 2);
  assert.deepEqual(seen.payment_exceptions, ['OVERPAID']);
  await mine(client, 'ETH', 12);
  const paid = await untilPayment(client, id, 'PAID');
  assert.deepEqual(paid.payment_exceptions, ['OVERPAID']);
  assert.equal(paid.refundable_amount, '45.00');
  const now = await readAccounts(here.sql);
  assert.equal((now.get('psp:1 EUR') ?? 0n) - (before.get('psp:1 EUR') ?? 0n), 3_000n);
  const excess = (now.get('psp:1:held ETH') ?? 0n) - (before.get('psp:1:held ETH') ?? 0n);
  assert.equal(excess, dueOf(chosen) / 2n);
});

test('half a per cent too little counts as exact, and the merchant is credited its value at the locked price', async () => {
  const chosen = await newChosen(client, 'BTC', '80.00');
  const before = await eurosOf();
  await pay(chosen, 996n);
  await untilPayment(client, chosen.payment_reference_number, 'CONFIRMING');
  await mine(client, 'BTC');
  const paid = await untilPayment(client, chosen.payment_reference_number, 'PAID');
  assert.deepEqual(paid.payment_exceptions, []);
  assert.equal((await eurosOf()) - before, 7_968n);
});

test('a replacement with a smaller sum returns the payment to PENDING', async () => {
  const chosen = await newChosen(client, 'BTC', '50.00');
  const id = chosen.payment_reference_number;
  const sent = await pay(chosen);
  await untilPayment(client, id, 'CONFIRMING');
  await pay(chosen, 100n, sent);
  const back = await untilPayment(client, id, 'PENDING');
  assert.equal(back.transactions.length, 1);
  assert.deepEqual(await statusesOf(id), [
    'PROCESSING PENDING',
    'PROCESSING CONFIRMING',
    'PROCESSING PENDING',
  ]);
  await mine(client, 'BTC');
});

test('coins removed by a reorganisation before confirmation were never credited', async () => {
  const chosen = await newChosen(client, 'LTC', '50.00');
  const id = chosen.payment_reference_number;
  const before = await readAccounts(here.sql);
  const sent = await pay(chosen);
  await mine(client, 'LTC', 2);
  await untilPayment(client, id, 'CONFIRMING', (p) => p.transactions[0]?.confirmations === 2);
  await advance(16);
  await reorganise(client, 'LTC', 2, [sent]);
  await untilPayment(client, id, 'EXPIRED');
  const [order] = await here.sql<{ status: string; transaction: string | null; told: string | null }[]>`
    select o.status, o.blockchain_transaction_id as transaction, d.event->>'blockchain_transaction_id' as told
    from merchant.orders o join merchant.webhook_deliveries d on d.order_id = o.id
    where o.payment_reference_id = ${id} order by d.id desc limit 1`;
  assert.deepEqual({ ...order }, { status: 'FAILED', transaction: null, told: null });
  const now = await readAccounts(here.sql);
  for (const account of ['psp:1 EUR', 'psp:1:held LTC', 'provider:chain LTC']) {
    assert.equal(now.get(account), before.get(account), account);
  }
});

test('a reorganisation that keeps the transaction leaves a paid payment paid, and one that drops it reverses it', async () => {
  const chosen = await newChosen(client, 'BTC', '500.00');
  const id = chosen.payment_reference_number;
  const before = await readAccounts(here.sql);
  const sent = await pay(chosen);
  await mine(client, 'BTC', 2);
  await untilPayment(client, id, 'PAID');
  await reorganise(client, 'BTC', 2);
  await untilPayment(client, id, 'PAID', (p) => p.transactions[0]?.confirmations === 0);
  await mine(client, 'BTC', 1);
  await untilPayment(client, id, 'PAID', (p) => p.transactions[0]?.confirmations === 1);
  await reorganise(client, 'BTC', 1, [sent]);
  const reversed = await untilPayment(client, id, 'REVERSED');
  assert.deepEqual(
    [reversed.payment_acceptable_status, reversed.payment_refundable_status, reversed.transactions.length],
    ['NOT_ACCEPTABLE', 'NOT_REFUNDABLE', 0],
  );
  assert.deepEqual(await readAccounts(here.sql), before);
  assert.equal((await client.post(`/payments/${id}/accept`)).statusCode, 409);
  assert.ok(here.log.some((line) => line.includes('the payment was reversed') && line.includes(id)));
  assert.deepEqual((await statusesOf(id)).at(-1), 'REVERSED REVERSED');
});

test('a reversal does not take the merchant’s balance below zero but records a debt', async () => {
  const chosen = await newChosen(client, 'BTC', '900.00');
  const id = chosen.payment_reference_number;
  const sent = await pay(chosen);
  await mine(client, 'BTC', 1);
  await untilPayment(client, id, 'PAID');
  const balance = formatAsset('EUR', (await eurosOf()) - 10_000n);
  const quote = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: balance,
  });
  const spent = await client.post('/orders', {
    orderData: { conversion_token: quote.json().conversion_token, customer_details: customer },
  });
  assert.equal(spent.statusCode, 200, spent.body);
  const before = await readAccounts(here.sql);
  assert.equal(before.get('psp:1 EUR'), 10_000n);
  await reorganise(client, 'BTC', 1, [sent]);
  await untilPayment(client, id, 'REVERSED');
  const now = await readAccounts(here.sql);
  assert.equal(now.get('psp:1 EUR'), 0n);
  assert.equal(now.get('psp:1:claim EUR'), -80_000n);
  const entries = transfer(bankAccount, availableTo(1), 'EUR', 80_000n);
  await transaction(here.sql, async (tx) =>
    postMovement(tx, here.platform, { kind: 'adjustment', reference: 'what it owes', entries }),
  );
});

test('coins sent in time count even if no process was reading, since payments expire only after the chain is read', async () => {
  const chosen = await newChosen(client, 'BCH', '60.00');
  const id = chosen.payment_reference_number;
  await here.close();
  // This process serves requests but neither reads chains nor expires payments.
  here = await openMerchantApp({ database, settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  await pay(chosen);
  await mine(client, 'BCH', 3);
  await advance(120);
  const late = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'BTC' });
  assert.equal(late.json().code, 'payment_expired');
  assert.equal((await readPayment(client, id)).payment_status, 'PENDING');
  await here.start();
  const paid = await untilPayment(client, id, 'PAID');
  assert.deepEqual(paid.payment_exceptions, []);
  assert.deepEqual((await statusesOf(id)).slice(-2), ['PROCESSING CONFIRMING', 'COMPLETED PAID']);
});

test('later coins, even ones never mined, do not stop decisions about an unresolved payment', async () => {
  const earlier = await newChosen(client, 'LTC', '100.00');
  const id = earlier.payment_reference_number;
  const chosen = await choose(client, id, 'LTC');
  await pay(earlier, 500n);
  await pay(chosen, 500n);
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'PENDING', (p) => p.transactions[0]?.confirmations === 3);
  await advance(16);
  await untilPayment(client, id, 'UNRESOLVED', (p) => p.transactions.length === 2);
  await pay(chosen, 1n);
  const seen = await untilPayment(client, id, 'UNRESOLVED', (p) => p.transactions.length === 3);
  assert.deepEqual(seen.payment_exceptions, ['LATE']);
  assert.equal(seen.payment_acceptable_status, 'ACCEPTABLE');
  assert.equal(seen.payment_refundable_status, 'REFUNDABLE');
  const before = await eurosOf();
  const accepted = await client.post(`/payments/${id}/accept`, {});
  assert.equal(accepted.statusCode, 200, accepted.body);
  const credited = (await eurosOf()) - before;
  assert.equal(formatAsset('EUR', credited), seen.acceptable_amount);
  assert.ok(credited > 9_900n, 'of the coins at both addresses');
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'PAID', (p) => p.transactions.every((one) => one.confirmations >= 3));
  for (const { title, faults } of await checkLedger(here.sql)) assert.deepEqual(faults, [], title);
});

test('coins sent to the address of an earlier choice are late, count as an excess and are refundable with the rest', async () => {
  const earlier = await newChosen(client, 'LTC', '100.00');
  const id = earlier.payment_reference_number;
  const chosen = await choose(client, id, 'LTC');
  assert.notEqual(chosen.payment_cryptocurrency_address, earlier.payment_cryptocurrency_address);
  const paying = await pay(chosen);
  await mine(client, 'LTC', 3);
  const { refundable_amount: refundable } = await untilPayment(client, id, 'PAID');
  const told = await statusesOf(id);
  const stray = await pay(earlier, 500n);
  await mine(client, 'LTC', 3);
  const seen = await untilPayment(client, id, 'PAID', (p) => p.refundable_amount !== refundable);
  assert.deepEqual(
    seen.transactions.map((one) => one.blockchain_transaction_id),
    [paying, stray],
  );
  assert.equal(
    seen.received_cryptocurrency_amount,
    formatAsset('LTC', dueOf(chosen) + (dueOf(earlier) * 500n + 999n) / 1000n),
  );
  assert.deepEqual(seen.payment_exceptions, ['OVERPAID', 'LATE']);
  assert.deepEqual(await statusesOf(id), [...told, 'COMPLETED PAID'], 'one more event is sent');
});
