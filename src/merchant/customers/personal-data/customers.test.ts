import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { customer, mine, newWallet } from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  choose,
  openPaymentsApp,
  paymentBody,
  payShare,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let here: TestApp;

before(async () => {
  here = await openPaymentsApp();
});
after(() => here.close());

const detailsOf = (reference: string, name = 'Ana') => ({
  ...customer,
  customer_reference_id: reference,
  customer_first_name: name,
});

const pay = (by: MerchantClient, reference: string, name?: string) =>
  by.post('/payments', { ...paymentBody, customer_details: detailsOf(reference, name) });

async function walk(by: MerchantClient, limit: number): Promise<string[]> {
  const found: string[] = [];
  let path: string | undefined = `/customers?limit=${limit}`;
  while (path !== undefined) {
    const answer = await by.get(path);
    assert.equal(answer.statusCode, 200, answer.body);
    found.push(...answer.json().map((row: { customer_reference_id: string }) => row.customer_reference_id));
    path = /<http[^>]*\/merchant(\/customers\?[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
  }
  return found;
}

test('every customer of a payment, order or deposit address is listed once, with the latest details', async () => {
  const by = await merchantClient(here, await createPsp(here.platform, 'List'));
  const names = ['zoë@example.com', 'a', 'a/b', 'A', '王', '50% off', 'b b'];
  for (const name of names) await pay(by, name);
  await pay(by, 'a', 'Anabel');
  const deposit = { customer_details: detailsOf('depositor') };
  assert.equal((await by.post('/deposit/address/BTC', deposit)).statusCode, 200);
  await by.post('/deposit/address/LTC', deposit);
  const all = await walk(by, 200);
  assert.deepEqual(all.toSorted(), [...names, 'depositor'].toSorted());
  for (const limit of [1, 2, 3]) assert.deepEqual(await walk(by, limit), all);
  for (const name of names) {
    const found = await by.get(`/customers/${encodeURIComponent(name)}`);
    assert.deepEqual([found.statusCode, found.json().customer_reference_id], [200, name], found.body);
    assert.equal(found.json().customer_first_name, name === 'a' ? 'Anabel' : 'Ana');
    assert.equal(found.json().totals.payment_count, name === 'a' ? 2 : 1);
  }
  const lines = (await by.get('/customers', { accept: 'text/csv' })).body.split('\r\n');
  assert.equal(lines.length, all.length + 2);
});

test('a customer is shown with deposit addresses and totals', async () => {
  const by = await merchantClient(here);
  const reference = 'total';
  const { payment_reference_id: id } = (await pay(by, reference)).json();
  const chosen = await choose(by, id, 'BTC');
  await payShare(by, chosen, 1000n);
  await untilPayment(by, id, 'CONFIRMING');
  await mine(by, 'BTC', 1);
  await untilPayment(by, id, 'PAID');
  await pay(by, reference);
  const address = (await by.post('/deposit/address/XRP', { customer_details: detailsOf(reference) })).json();
  const read = (await by.get(`/customers/${reference}`)).json();
  assert.equal(read.deposit_addresses.length, 1);
  assert.deepEqual({ ...read.deposit_addresses[0], created_at: null }, { ...address, created_at: null });
  assert.deepEqual(read.totals, {
    payment_count: 2,
    paid_payment_count: 1,
    payment_total: '25.00',
    refund_total: '0.00',
    order_count: 0,
    withdrawal_count: 0,
    withdrawal_total: '0.00',
    deposit_count: 0,
    deposit_total: '0.00',
  });
  assert.ok(read.first_seen_at < read.last_seen_at);
});

test('a customer with an open payment or order can be erased only after it ends', async () => {
  const by = await merchantClient(here);
  const { payment_reference_id: id } = (await pay(by, 'open')).json();
  const refused = await by.delete('/customers/open');
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'customer_in_use']);
  assert.equal((await by.get('/customers/open')).json().customer_first_name, 'Ana');
  await by.post(`/payments/${id}/cancel`);
  assert.deepEqual((await by.delete('/customers/open')).json(), { customer_reference_id: 'open' });
  const read = (await by.get('/customers/open')).json();
  assert.deepEqual([read.customer_first_name, read.customer_email_address], [null, null]);
  assert.equal((await by.delete('/customers/open')).statusCode, 200, 'again');

  const { conversion_token: token } = (
    await by.post('/conversions', {
      currency_pair: 'BTCEUR',
      transaction_type: 'WITHDRAW',
      cryptocurrency_amount: '0.01',
    })
  ).json();
  const withdrawal = await by.post('/withdrawals', {
    withdrawalData: {
      conversion_token: token,
      customer_wallet_address: newWallet('BTC'),
      customer_details: detailsOf('withdrawing'),
    },
  });
  assert.equal(withdrawal.statusCode, 200, withdrawal.body);
  assert.equal((await by.delete('/customers/withdrawing')).json().code, 'customer_in_use');
});
