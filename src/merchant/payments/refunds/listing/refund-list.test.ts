import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../../test/support/app.ts';
import { mine, newWallet } from '../../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../../test/support/merchant.ts';
import { newChosen, openPaymentsApp, payShare, untilPayment } from '../../../../../test/support/payments.ts';

let here: TestApp;
let client: MerchantClient;
let paymentId: string;
const refunds: { refund_id: string; refund_address: string }[] = [];

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
  const chosen = await newChosen(client, 'BTC', '500.00');
  paymentId = chosen.payment_reference_number;
  await payShare(client, chosen, 1000n);
  await untilPayment(client, paymentId, 'CONFIRMING');
  await mine(client, 'BTC', 1);
  await untilPayment(client, paymentId, 'PAID');
  for (const amount of ['100.00', '150.00', '200.00']) {
    const answer = await client.post(`/payments/${paymentId}/refund`, {
      refund_address: newWallet('BTC'),
      refund_reason: `=back ${amount}`,
      refund_amount: amount,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    refunds.unshift(answer.json());
  }
});
after(() => here.close());

const ids = async (path: string, by = client): Promise<string[]> => {
  const answer = await by.get(path);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().map((refund: { refund_id: string }) => refund.refund_id);
};

test('refunds are listed newest first in pages, of all payments or of one', async () => {
  const all = refunds.map((refund) => refund.refund_id);
  assert.deepEqual(await ids('/refunds'), all);
  assert.deepEqual(await ids(`/payments/${paymentId}/refunds`), all);
  assert.deepEqual(await ids('/refunds?refund_status=COMPLETED'), []);
  assert.deepEqual(await ids('/refunds?refund_status=PROCESSING'), all);
  assert.deepEqual(await ids('/refunds?to=2000-01-01T00:00:00Z'), []);
  const first = await client.get(`/payments/${paymentId}/refunds?limit=2`);
  const next = /<http[^>]*\/merchant(\/payments\/[^>]*)>; rel="next"/.exec(
    String(first.headers['link']),
  )?.[1];
  assert.deepEqual(await ids(next ?? ''), all.slice(2));
});

test('a single refund is returned with its reason and its fee', async () => {
  const [newest] = refunds;
  assert.ok(newest);
  const read = (await client.get(`/refunds/${newest.refund_id}`)).json();
  assert.equal(read.refund_reason, '=back 200.00');
  assert.equal(read.total_refund_amount, '200.00');
  assert.equal(read.refund_address, newest.refund_address);
  assert.match(read.refund_cryptocurrency_fee_amount, /^0\.\d{8}$/);
  assert.match(read.network_fee, /^\d+\.\d\d$/);
  // The fee is an estimate until the payout is signed, which may happen between the two reads.
  assert.deepEqual({ ...read, ...newest, network_fee: null }, { ...read, network_fee: null });
});

test('CSV has one line per refund', async () => {
  const lines = (await client.get('/refunds', { accept: 'text/csv' })).body.split('\r\n');
  assert.equal(lines.length, 5);
  assert.ok(lines[1]?.includes(`,'=back 200.00,`), lines[1]);
});
