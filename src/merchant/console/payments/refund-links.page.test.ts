import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  memberAs,
  signIn,
  type Visitor,
} from '../../../../test/support/console.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newPaid, openPaymentsApp, readPayment } from '../../../../test/support/payments.ts';
import { readLink, type MadeLink } from '../../../../test/support/refund-links.ts';
import { newId } from '../../../platform/ids.ts';

let praca: TestApp;
let client: MerchantClient;
let owner: Visitor;
let email: string;
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
  ({ email } = await createPerson(praca, [memberAs('owner')]));
  owner = await signIn(praca, email);
});
after(() => praca.close());

const linksOf = async (id: string) => (await client.get(`/payments/${id}/refund-links`)).json<MadeLink[]>();
const form = (amount: string) => ({
  once: newId(),
  refund_amount: amount,
  refund_reason: 'A cup was broken',
});

test('a link is made once, shown once to copy, listed and revoked, and both acts are on record', async () => {
  const id = await newPaid(client, '40.00');
  const payment = `/console/psp/1/payments/${id}`;
  assert.match((await owner.get(payment)).body, new RegExp(`href="${payment}/refund-link"`));
  const fields = form('12.50');
  const made = await owner.post(`${payment}/refund-link`, fields);
  assert.equal(made.status, 200, made.body);
  const [, url = ''] = /data-copy="([^"]*\/pay\/refund\?token=[\w-]{43})"/.exec(made.body) ?? [];
  assert.notEqual(url, '');
  assert.ok((await owner.post(`${payment}/refund-link`, fields)).body.includes(url), 'a repeated press');
  const [link, ...others] = await linksOf(id);
  assert.deepEqual([link?.refund_amount, others], ['12.50', []]);
  assert.ok(link);
  const page = await owner.get(payment);
  assert.match(page.body, /€12\.50/);
  assert.ok(!page.body.includes(url), 'the url is not shown again');
  const revoked = await owner.post(`${payment}/refund-link/revoke`, { refund_link: link.refund_link_id });
  assert.equal(revoked.status, 303);
  await owner.post(`${payment}/refund-link/revoke`, { refund_link: link.refund_link_id });
  assert.equal((await readLink(client, link)).refund_link_status, 'REVOKED');
  assert.equal((await readPayment(client, id)).refundable_amount, '40.00');
  const acts = (await listRecorded(praca)).map(({ act }) => act).filter((act) => act.includes('refund_link'));
  assert.deepEqual(acts.toSorted(), ['payment.refund_link_created', 'payment.refund_link_revoked']);
});

test('the author of a link that a person made is that person', async () => {
  const id = await newPaid(client, '40.00');
  await owner.post(`/console/psp/1/payments/${id}/refund-link`, form('5'));
  const [row] = await praca.sql<{ requested_by: string }[]>`
    select requested_by from merchant.refund_links where payment_id = ${id}`;
  assert.equal(row?.requested_by, `member:${email}`);
});

test('a missing or too large amount makes no link', async () => {
  const id = await newPaid(client, '40.00');
  for (const amount of ['', '40.01', 'much', '-1']) {
    const refused = await owner.post(`/console/psp/1/payments/${id}/refund-link`, form(amount));
    assert.equal(refused.status, 400, amount);
    assert.match(refused.body, /name="refund_amount"[^>]*aria-invalid="true"/s);
  }
  assert.deepEqual(await linksOf(id), []);
});

test('a link of another payment is not revoked, and other roles see no button', async () => {
  const [id, other] = [await newPaid(client, '40.00'), await newPaid(client, '40.00')];
  await owner.post(`/console/psp/1/payments/${id}/refund-link`, form('5'));
  const [link] = await linksOf(id);
  assert.ok(link);
  const mixed = { refund_link: link.refund_link_id };
  assert.equal((await owner.post(`/console/psp/1/payments/${other}/refund-link/revoke`, mixed)).status, 404);
  assert.equal((await readLink(client, link)).refund_link_status, 'OPEN');
  const viewer = await signIn(praca, (await createPerson(praca, [memberAs('viewer')])).email);
  const { body } = await viewer.get(`/console/psp/1/payments/${id}`);
  assert.match(body, /Refund links/);
  assert.doesNotMatch(body, /\/refund-link(?:\/revoke)?"/);
});

test('the owner sets the contact of customers, and only addresses that are safe to click', async () => {
  const path = '/console/psp/1/contact';
  const save = (support_address: string, shop_url: string) => owner.post(path, { support_address, shop_url });
  assert.equal((await save(' help@shop.example ', 'https://shop.example')).status, 303);
  const { body } = await owner.get(path);
  assert.match(body, /value="help@shop\.example"/);
  assert.match(body, /value="https:\/\/shop\.example\/"/);
  for (const [address, url] of [
    ['no address', ''],
    ['a@b@c', ''],
    ['help@shop.example?bcc=x', ''],
    ['', 'http://shop.example'],
    ['', 'javascript:alert(1)'],
    ['', 'https://user@shop.example'],
    ['', 'https://shop.example\\@evil.example'],
    ['', 'https://söhop.example'],
  ] as const) {
    const refused = await save(address, url);
    assert.equal(refused.status, 400, `${address}${url}`);
    assert.match(refused.body, /aria-invalid="true"/);
  }
  assert.match((await owner.get(path)).body, /value="help@shop\.example"/, 'nothing was changed');
  assert.equal((await save('', '')).status, 303);
  assert.doesNotMatch((await owner.get(path)).body, /shop\.example/);
  const finance = await signIn(praca, (await createPerson(praca, [memberAs('finance')])).email);
  assert.equal((await finance.get(path)).status, 403);
});
