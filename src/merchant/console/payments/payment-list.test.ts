import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet } from '../../../../test/support/coins.ts';
import { createPerson, memberAs, signIn, type Visitor } from '../../../../test/support/console.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  choose,
  openPaymentsApp,
  payShare,
  paymentBody,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { newId } from '../../../platform/ids.ts';

let praca: TestApp;
let client: MerchantClient;
let viewer: Visitor;
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
  viewer = await signIn(praca, (await createPerson(praca, [memberAs('viewer')])).email);
});
after(() => praca.close());

const base = '/console/psp/1';
const get = async (path: string): Promise<string> => {
  const answer = await viewer.get(`${base}${path}`);
  assert.equal(answer.status, 200, `${path} ${answer.status}`);
  return answer.body;
};
const listed = (body: string): string[] =>
  [...body.matchAll(/href="\/console\/psp\/1\/payments\/([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '');
const make = async (changed: object = {}): Promise<string> => {
  const answer = await client.post('/payments', { ...paymentBody, ...changed });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ payment_reference_id: string }>().payment_reference_id;
};

test('the search finds a payment by reference, customer, amount, address or transaction', async () => {
  const id = await make({
    payment_reference: 'needle 1',
    payment_amount: '12345.67',
    customer_details: {
      ...paymentBody.customer_details,
      customer_reference_id: 'needle customer',
      customer_email_address: 'Needle@Example.com',
    },
  });
  const chosen = await choose(client, id, 'LTC');
  const again = await choose(client, id, 'BTC');
  const transaction = await payShare(client, again);
  await mine(client, 'BTC', 6);
  await untilPayment(client, id, 'PAID');
  const wallet = newWallet('BTC');
  for (const text of [
    'needle 1',
    ' needle customer ',
    'needle@example.COM',
    '12345.67',
    '12.345,67 €',
    chosen.payment_cryptocurrency_address,
    again.payment_cryptocurrency_address.toUpperCase(),
    transaction,
    transaction.toUpperCase(),
    id,
  ]) {
    assert.deepEqual(listed(await get(`/payments?q=${encodeURIComponent(text)}`)), [id], text);
  }
  for (const text of ['needle', wallet, 'ab'.repeat(32), "'; drop table", '%', newId()]) {
    assert.deepEqual(listed(await get(`/payments?q=${encodeURIComponent(text)}`)), [], text);
  }
  assert.deepEqual(listed(await get('/payments?q=needle+1&status=PAID&coin=BTC&period=day')), [id]);
  for (const filter of ['status=EXPIRED', 'coin=LTC', 'reason=LATE', 'status=LATE']) {
    assert.deepEqual(listed(await get(`/payments?q=needle+1&${filter}`)), [], filter);
  }
  const odd = await get('/payments?status=x&coin=DOGE&reason=constructor&period=toString&before=x');
  assert.ok(listed(odd).includes(id), 'what is no filter filters nothing');
});

test('three labelled menus filter the list, and the address keeps their choice', async () => {
  const page = await get('/payments?status=UNDERPAID&coin=BTC&period=week&q=none');
  for (const name of ['status', 'coin', 'period']) {
    assert.match(
      page,
      new RegExp(`<label for="${name}"[^>]*>[^<]+</label>\\s*<select id="${name}" name="${name}"`),
    );
  }
  const chosen = [...page.matchAll(/<option value="(\w*)" selected>/g)].map(([, value]) => value);
  assert.deepEqual(chosen, ['UNDERPAID', 'BTC', 'week']);
  assert.doesNotMatch(page, /class="chip"/);
  // An address of before the menus has both; the reason stays visible and can be removed.
  const both = await get('/payments?status=UNRESOLVED&reason=LATE');
  assert.match(both, /<input type="hidden" name="reason" value="LATE"/);
  assert.match(both, /class="chip" href="\/console\/psp\/1\/payments\?status=UNRESOLVED"/);
});

test('pages of the list neither skip nor repeat payments, and the file contains all', async () => {
  const made: string[] = [];
  for (let index = 0; index < 120; index++) {
    // Matches the search by reference and by customer, and must be listed once.
    const customer_details = { ...paymentBody.customer_details, customer_reference_id: 'many' };
    made.unshift(await make({ payment_reference: index % 2 === 0 ? 'many' : '=1+1', customer_details }));
  }
  const seen: string[] = [];
  let path = '/payments?q=many';
  for (let page = 0; path !== '' && page < 9; page++) {
    const body = await get(path);
    seen.push(...listed(body));
    path = (
      /href="\/console\/psp\/1(\/payments\?[^"]*before=[^"]*)"[^>]*>\s*Older/.exec(body)?.[1] ?? ''
    ).replaceAll('&amp;', '&');
  }
  assert.deepEqual(seen, made);
  const file = await viewer.get(`${base}/payments/csv?q=many`);
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="payments-[\d-]+\.csv"$/);
  assert.match(String(file.headers['content-type']), /^text\/csv/);
  const lines = file.body.trimEnd().split('\r\n');
  assert.equal(lines.length, 121);
  assert.ok(lines[0]?.startsWith('\uFEFFpayment_reference_id,payment_reference,'));
  assert.ok(
    lines.some((line) => line.includes(`,'=1+1,`)),
    'no cell is a formula',
  );
});

test('text from payers is escaped on every page', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const id = await make({
    payment_reference: evil,
    payment_description: evil,
    merchant_name: evil,
    metadata: { [evil.slice(0, 40)]: evil },
    customer_details: {
      ...paymentBody.customer_details,
      customer_reference_id: evil,
      customer_first_name: evil,
      customer_last_name: evil,
    },
  });
  for (const path of [`/payments?q=${encodeURIComponent(evil)}`, `/payments/${id}`]) {
    const body = await get(path);
    assert.ok(!body.includes('<img'), path);
    assert.ok(body.includes('&lt;img'), path);
  }
});
