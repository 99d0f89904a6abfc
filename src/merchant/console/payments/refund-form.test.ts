import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet } from '../../../../test/support/coins.ts';
import { createPerson, memberAs, signIn, type Visitor } from '../../../../test/support/console.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  newChosen,
  newPaid,
  openPaymentsApp,
  payShare,
  untilPayment,
} from '../../../../test/support/payments.ts';

let praca: TestApp;
let client: MerchantClient;
let owner: Visitor;
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
  owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
});
after(() => praca.close());

const addressOf = (id: string): string => `/console/psp/1/payments/${id}/refund`;
const refundsOf = async (id: string) =>
  (await client.get(`/payments/${id}/refunds`)).json<{ total_refund_amount: string }[]>();

/** Returns the fields of the form with the red button, as on the page. */
function fieldsOf(body: string): Record<string, string> {
  const [form] = /<form(?:(?!<form).)*?class="danger".*?<\/form>/s.exec(body) ?? [];
  assert.ok(form, 'there is a form with the button');
  return Object.fromEntries(
    [...form.matchAll(/<input.*?>/gs)].map(([input]) => [
      /name="(\w+)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  );
}

test('the submitted amount is refunded only after the page has shown its cost', async () => {
  const id = await newPaid(client, '14.42');
  const shown = fieldsOf((await owner.get(addressOf(id))).body);
  assert.equal(shown['refund_amount'], '14.42');
  const typed: Record<string, string> = {
    ...shown,
    refund_amount: '5',
    refund_address: newWallet('BTC'),
    refund_reason: 'A cup was broken',
  };
  const unseen = await owner.post(addressOf(id), typed);
  assert.equal(unseen.status, 400);
  assert.deepEqual(await refundsOf(id), []);
  assert.match(unseen.body, /You changed the amount, so nothing was refunded yet/);
  assert.match(unseen.body, /Refund €5\.00/);
  const seen = fieldsOf(unseen.body);
  for (const name of ['refund_address', 'refund_reason', 'once']) assert.equal(seen[name], typed[name], name);
  assert.equal(seen['refund_amount'], '5.00');
  for (let press = 0; press < 2; press++)
    assert.equal((await owner.post(addressOf(id), seen)).location.split('?')[0], addressOf(id).slice(0, -7));
  assert.deepEqual(
    (await refundsOf(id)).map(({ total_refund_amount: amount }) => amount),
    ['5.00'],
  );
});

test('a quote keeps the input out of the address and offers no refund that would be refused', async () => {
  const id = await newPaid(client, '30.00');
  const shown = fieldsOf((await owner.get(addressOf(id))).body);
  const typed = { ...shown, refund_amount: '12.5', refund_address: 'bc1-of-the-customer', refund_reason: '' };
  const quoted = await owner.post(`${addressOf(id)}/quote`, typed);
  assert.equal(quoted.status, 200);
  assert.match(quoted.body, /Refund €12\.50/);
  assert.equal(fieldsOf(quoted.body)['refund_address'], 'bc1-of-the-customer');
  for (const [amount, said] of [
    ['900', /must be at most 30\.00/],
    ['much', /must be a decimal number/],
  ] as const) {
    for (const path of ['', '/quote']) {
      const refused = await owner.post(`${addressOf(id)}${path}`, { ...typed, refund_amount: amount });
      assert.equal(refused.status, 400, amount);
      assert.equal(refused.body.match(new RegExp(said, 'gi'))?.length, 2, 'above the form and at the field');
      assert.match(refused.body, /name="refund_amount"[^>]*autofocus[^>]*aria-invalid="true"/s);
      assert.match(refused.body, /name="refund_address"[^>]*value="bc1-of-the-customer"/s);
      assert.match(refused.body, new RegExp(`name="refund_amount"[^>]*value="${amount}"`, 's'));
      assert.doesNotMatch(refused.body, /class="danger"/, 'there is no button for what cannot be done');
    }
  }
  const emptied = await owner.post(addressOf(id), { ...typed, refund_amount: '' });
  assert.equal(fieldsOf(emptied.body)['refund_amount'], '30.00', 'of nothing all is proposed, not done');
  assert.deepEqual(await refundsOf(id), []);
});

test('the amount is shown and read in the notation of the reader’s language', async () => {
  const id = await newPaid(client, '1442.00');
  const german = { 'accept-language': 'de' };
  const page = await owner.get(`${addressOf(id)}?lang=de`, german);
  const shown = fieldsOf(page.body);
  assert.equal(shown['refund_amount'], '1.442,00');
  const form = { ...shown, refund_address: newWallet('BTC'), refund_reason: 'Zurückgegeben' };
  const partly = await owner.post(addressOf(id), { ...form, refund_amount: '14,42' });
  assert.match(partly.body, /Sie haben den Betrag geändert/);
  assert.deepEqual(await refundsOf(id), []);
  assert.equal((await owner.post(addressOf(id), form)).status, 303);
  assert.equal((await refundsOf(id))[0]?.total_refund_amount, '1442.00');
});

test('gas of a contract is estimated for the stored refund address or the one in the field', async () => {
  const chosen = await newChosen(client, 'ETH', '40.00');
  const id = chosen.payment_reference_number;
  const stated = await client.post(`/payments/${id}/refund-address`, {
    refund_address: '0x0505050505050505050505050505050505050505',
  });
  assert.equal(stated.statusCode, 200, stated.body);
  await payShare(client, chosen, 400n);
  await mine(client, 'ETH', 12);
  await untilPayment(client, id, 'PENDING', ({ transactions }) => transactions.length === 1);
  praca.clock.offsetMs += 16 * 60_000;
  client = await merchantClient(praca);
  await untilPayment(client, id, 'UNRESOLVED');
  // 400 000 gas and 21 000 gas at two gwei.
  const page = await owner.get(addressOf(id));
  assert.match(page.body, /\b0[.,]00080*\sETH/);
  const other = { ...fieldsOf(page.body), refund_address: newWallet('ETH') };
  assert.match((await owner.post(`${addressOf(id)}/quote`, other)).body, /\b0[.,]0000420*\sETH/);
});
