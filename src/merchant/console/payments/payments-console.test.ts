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
  paymentBody,
  readPayment,
  untilPayment,
} from '../../../../test/support/payments.ts';
import type { Role } from '../../../platform/console/people/roles.rules.ts';
import { newId } from '../../../platform/ids.ts';

let praca: TestApp;
let client: MerchantClient;
/** One visitor per role, because a sign-in is slower than a request. */
const visitors = new Map<Role, Visitor>();
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
  await praca.sql`insert into merchant.psps (id, name, created_at) values (2, 'Other', now())`;
  for (const role of ['owner', 'finance', 'developer', 'support', 'viewer'] as const) {
    const person = await createPerson(praca, [memberAs(role)], { name: `Ana ${role}` });
    visitors.set(role, await signIn(praca, person.email));
  }
});
after(() => praca.close());

const as = (role: Role): Visitor => {
  const visitor = visitors.get(role);
  assert.ok(visitor);
  return visitor;
};
const base = '/console/psp/1';
const pageOf = (id: string): string => `${base}/payments/${id}`;
const get = async (path: string, role: Role = 'owner') => {
  const answer = await as(role).get(`${base}${path}`);
  assert.equal(answer.status, 200, `${path} ${answer.status}`);
  return answer.body;
};
const onceOf = (body: string): string => /name="once" value="([^"]+)"/.exec(body)?.[1] ?? '';
const listed = (body: string): string[] =>
  [...body.matchAll(/href="\/console\/psp\/1\/payments\/([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '');
const make = async (changed: object = {}): Promise<string> => {
  const answer = await client.post('/payments', { ...paymentBody, ...changed });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ payment_reference_id: string }>().payment_reference_id;
};
const recorded = (subject: string) =>
  praca.sql<{ act: string; person_name: string }[]>`
    select act, person_name from platform.console_audit where subject = ${subject} order by id`.then((rows) =>
    rows.map(({ act, person_name: name }) => `${act} ${name}`),
  );

const form = {
  payment_amount: '42,50',
  payment_reference: 'invoice 7',
  payment_description: 'A chair',
  merchant_name: 'Oficina',
  customer_reference_id: 'customer 9',
  customer_first_name: 'Rui',
  customer_last_name: 'Alves',
  customer_email_address: 'rui@example.com',
};

/** Creates an underpaid payment and moves the clock until it is unresolved. */
async function makeUnresolved(coin: 'BTC' | 'XRP' = 'BTC', share = 400n): Promise<string> {
  const chosen = await newChosen(client, coin, '60.00');
  await payShare(client, chosen, share);
  await mine(client, coin, 6);
  const id = chosen.payment_reference_number;
  await untilPayment(client, id, 'PENDING', ({ transactions }) => (transactions[0]?.confirmations ?? 0) > 0);
  praca.clock.offsetMs += 16 * 60_000;
  await mine(client, coin, 1);
  await untilPayment(client, id, 'UNRESOLVED');
  return id;
}

/** Reads the payment's page and its value in the API. Repeats if the price changed between the two. */
async function readAtOnePrice(id: string): Promise<{ page: string; worth: string | null }> {
  for (;;) {
    const { acceptable_amount: worth } = await readPayment(client, id);
    const page = await get(`/payments/${id}`, 'finance');
    if ((await readPayment(client, id)).acceptable_amount === worth) return { page, worth };
  }
}

test('a form creates one payment, only for allowed roles, and the page shows its link and QR code', async () => {
  const page = await get('/payments/new', 'support');
  const once = onceOf(page);
  const sent = await Promise.all([
    as('support').post(`${base}/payments/new`, { ...form, once }),
    as('support').post(`${base}/payments/new`, { ...form, once }),
  ]);
  const [first, second] = sent.map(({ location }) => location);
  assert.match(first ?? '', /^\/console\/psp\/1\/payments\/[0-9a-f-]{36}\?done=payment\.created$/);
  assert.equal(first, second);
  const id = listedId(first);
  assert.deepEqual(await recorded(id), ['payment.created Ana support']);
  const { payment_amount: amount, payment_status: status } = await readPayment(client, id);
  assert.deepEqual([amount, status], ['42.50', 'NEW']);
  const body = await get(`/payments/${id}`, 'viewer');
  assert.match(body, new RegExp(`data-copy="http[^"]*/pay/${id}"`));
  assert.match(body, /class="qr"/);
  assert.match(body, /by Ana support/);
  // The same form with another amount must not create a second payment.
  const other = await as('support').post(`${base}/payments/new`, { ...form, payment_amount: '1.00', once });
  assert.equal(other.status, 400);
  assert.match(other.body, /was already sent with other values/);
});

test('amounts are read in the notation of the page’s language', async () => {
  for (const [language, typed] of [
    ['en', '1,500'],
    ['de', '1.500'],
    ['pt', '1.500,00'],
    // The language of the last page is kept.
    ['en', '1500'],
  ] as const) {
    const page = await get(`/payments/new?lang=${language}`, 'support');
    const sent = { ...form, payment_amount: typed, once: onceOf(page) };
    const { location } = await as('support').post(`${base}/payments/new?lang=${language}`, sent);
    assert.equal((await readPayment(client, listedId(location))).payment_amount, '1500.00', language);
  }
});

const listedId = (location = ''): string => /payments\/([0-9a-f-]{36})/.exec(location)?.[1] ?? '';

test('an amount and a purpose suffice, and unknown details of the customer are stored as unknown', async () => {
  const page = await get('/payments/new', 'support');
  assert.match(page, /<details class="fold" id="more" >/);
  assert.doesNotMatch(page, /customer_ip_address/);
  const sent = { payment_amount: '7', payment_description: 'A cup', once: onceOf(page) };
  const twice = await Promise.all([1, 2].map(() => as('support').post(`${base}/payments/new`, sent)));
  const id = listedId(twice[0]?.location);
  assert.equal(listedId(twice[1]?.location), id, 'a double click creates one payment');
  const [row] = await praca.sql<Record<string, string | null>[]>`
    select payment_reference, merchant_name, customer_reference_id, customer_first_name, customer_last_name,
      customer_email_address, customer_ip_address
    from merchant.payments where id = ${id}`;
  const reference = `link-${sent.once.slice(-8)}`;
  assert.deepEqual(
    { ...row },
    {
      payment_reference: reference,
      merchant_name: 'Sandbox PSP',
      customer_reference_id: reference,
      customer_first_name: null,
      customer_last_name: null,
      customer_email_address: null,
      customer_ip_address: null,
    },
  );
  assert.match(await get(`/payments/${id}`), new RegExp(`>${reference}</a>`));
  // The API creates the same payment.
  const { customer_reference_id } = paymentBody.customer_details;
  const hosted = { ...paymentBody, customer_details: { customer_reference_id } };
  assert.equal((await client.post('/payments/hosted', hosted)).statusCode, 200);
  assert.equal((await client.post('/payments', hosted)).statusCode, 400);
});

test('a refusal is shown on the form, which keeps the input', async () => {
  const once = newId();
  for (const [changed, said] of [
    [{ payment_amount: '0.01' }, /Amount in euros: must be at least 0\.50/],
    [{ payment_amount: 'much' }, /Amount in euros: must be a decimal number/],
    [{ customer_email_address: 'rui' }, /E-mail address: must be/],
    [{ merchant_name: '\u202Eevil' }, /Name of the shop: must not have characters/],
    [{ payment_description: '' }, /Purpose: must not be empty/],
  ] as const) {
    const answer = await as('owner').post(`${base}/payments/new`, { ...form, ...changed, once });
    assert.equal(answer.status, 400);
    assert.match(answer.body, said);
    assert.match(answer.body, /value="invoice 7"/);
    assert.match(answer.body, /<details class="fold" id="more" open>/);
  }
  const little = { ...form, payment_amount: '0.01', once };
  const refused = await as('owner').post(`${base}/payments/new`, little, { 'accept-language': 'de' });
  assert.match(refused.body, /Betrag in Euro: muss mindestens 0,50 sein/);
  // A refused form can be submitted again with the same key.
  assert.equal((await as('owner').post(`${base}/payments/new`, { ...form, once })).status, 303);
  assert.equal((await as('owner').post(`${base}/payments/new`, form)).status, 400, 'no id of a form');
});

test('an unresolved payment is accepted once, for the shown amount, by roles that may move money', async () => {
  const id = await makeUnresolved();
  const { page, worth } = await readAtOnePrice(id);
  assert.match(page, /Unresolved/);
  const { cryptocurrency_amount: due, received_cryptocurrency_amount: received } = await readPayment(
    client,
    id,
  );
  const missing = ((Number(due) * 1e8 - Number(received) * 1e8) / 1e8).toFixed(8);
  const said = page.replaceAll(/\s+/g, ' ');
  assert.match(said, /The customer paid too little/);
  assert.ok(
    said.includes(
      `You asked for €60.00, which was ${due} BTC. ${received} BTC arrived, ${missing} BTC too little.`,
    ),
  );
  const less = (60 - Number(worth)).toFixed(2);
  assert.ok(
    said.includes(`About €${worth} are credited to your balance at the current price, €${less} less`),
  );
  const [, sent, fee] = /The customer gets about ([\d.]+) BTC.*?network fee of ([\d.]+) BTC/.exec(said) ?? [];
  assert.equal((Number(sent) + Number(fee)).toFixed(8), received, 'what the customer gets in a refund');
  assert.ok(!said.includes('Owners and members of finance decide'));
  assert.match(await get(`/payments/${id}`, 'support'), /Owners and members of finance decide/);
  assert.ok(page.includes(`Accept €${worth}`), `what it brings, €${worth}, is said before`);
  assert.match(await get('/payments?status=UNRESOLVED&reason=UNDERPAID'), new RegExp(id));
  for (const role of ['developer', 'support', 'viewer'] as const) {
    const body = await get(`/payments/${id}`, role);
    assert.ok(!body.includes('/accept"') && !body.includes('/refund"'), role);
    assert.equal((await as(role).post(`${pageOf(id)}/accept`, { once: newId() })).status, 403, role);
  }
  const once = onceOf(page);
  const answers = await Promise.all([
    as('finance').post(`${pageOf(id)}/accept`, { once }),
    as('finance').post(`${pageOf(id)}/accept`, { once }),
    as('owner').post(`${pageOf(id)}/accept`, { once: newId() }),
  ]);
  for (const answer of answers) assert.equal(answer.status, 303, answer.body);
  assert.equal((await readPayment(client, id)).payment_status, 'PAID');
  const lines = await recorded(id);
  assert.equal(lines.filter((line) => line === 'payment.accepted Ana finance').length, 1);
  const [sum] = await praca.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.ledger_movements where kind = 'payment' and reference = ${id}`;
  assert.equal(sum?.count, 1);
  assert.match(await get(`/payments/${id}`), /Accepted/);
});

test('a refund form first shows its cost with the figures of the refund, and submits it once', async () => {
  const id = await newPaid(client, '80.00');
  await get(`/payments/${id}/refund`, 'finance');
  const quoted = await as('finance').post(`${pageOf(id)}/refund/quote`, { refund_amount: '30,00' });
  assert.equal(quoted.status, 200);
  const page = quoted.body;
  assert.match(page, /Refund €30\.00/);
  const fee = /about €([\d.]+), from your balance/.exec(page)?.[1];
  assert.ok(fee, 'the network’s fee is said');
  assert.ok(page.includes(`about €${(30 + Number(fee)).toFixed(2)}`), 'all that it costs is said');
  const gets = /about ([\d.]+) BTC/.exec(page)?.[1];
  const [once, to] = [onceOf(page), newWallet('BTC')];
  const amount = { refund_amount: '30.00', worked_out: '30.00' };
  const form = { once, refund_address: to, refund_reason: 'Returned', ...amount };
  for (const role of ['support', 'developer', 'viewer'] as const) {
    assert.equal((await as(role).post(`${pageOf(id)}/refund`, form)).status, 403, role);
    assert.equal((await as(role).get(`${pageOf(id)}/refund`)).status, 403, role);
    assert.equal((await as(role).post(`${pageOf(id)}/refund/quote`, form)).status, 403, role);
  }
  const wrong = await as('finance').post(`${pageOf(id)}/refund`, { ...form, refund_address: 'nowhere' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body, /Address: is not an address of any coin/);
  assert.match(wrong.body, /value="Returned"/, 'what was typed is kept');
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => as('finance').post(`${pageOf(id)}/refund`, form)),
  );
  for (const answer of answers)
    assert.equal(answer.location, `${pageOf(id)}?done=payment.refunded`, answer.body);
  const refunds = (await client.get(`/payments/${id}/refunds`)).json<Record<string, string>[]>();
  assert.equal(refunds.length, 1);
  // Allows for a change of the price since the quote.
  const sent = Number(refunds[0]?.['refund_cryptocurrency_amount']);
  assert.ok(Math.abs(sent / Number(gets) - 1) < 0.01, `${sent} instead of ${gets}`);
  assert.equal(refunds[0]?.['total_refund_amount'], '30.00');
  assert.deepEqual(await recorded(id), ['payment.refunded Ana finance']);
  const [payout] = await praca.sql<{ requested_by: string }[]>`
    select p.requested_by from merchant.payouts p join merchant.refunds r on r.payout_id = p.id where r.payment_id = ${id}`;
  assert.match(payout?.requested_by ?? '', /^member:person\d+@example\.com$/);
  const story = await get(`/payments/${id}`);
  assert.match(story, /Refund of €30\.00/);
  assert.match(story, /Returned/);
});

test('a payment that was never accepted is refunded in full less the shown fee, and XRP asks for a tag', async () => {
  const id = await makeUnresolved('XRP');
  const page = await get(`/payments/${id}/refund`);
  assert.match(page, /name="destination_tag"/);
  assert.match(page, /taken from the coins/);
  assert.match(page, /nothing/);
  const gets = /about ([\d.]+) XRP/.exec(page)?.[1];
  const answer = await as('owner').post(`${pageOf(id)}/refund`, {
    once: onceOf(page),
    refund_address: newWallet('XRP'),
    destination_tag: '7',
    refund_reason: 'Too little',
  });
  assert.equal(answer.status, 303, answer.body);
  const [refund] = (await client.get(`/payments/${id}/refunds`)).json<Record<string, string>[]>();
  assert.equal(refund?.['refund_cryptocurrency_amount'], gets);
  // The payment is refunded, so a second acceptance is refused with an explanation.
  assert.match(await get(`/payments/${id}/refund`), /Cannot be refunded now/);
  const late = await as('finance').post(`${pageOf(id)}/accept`, { once: newId() });
  assert.deepEqual([late.status, /can no longer be accepted/.test(late.body)], [400, true]);
});

test('support cancels an open payment but not one with coins, and the timeline shows webhooks', async () => {
  const hook = await client.post('/webhooks', { url: 'http://127.0.0.1:9/hook?<b>' });
  assert.equal(hook.statusCode, 200, hook.body);
  const { payment_reference_number: id } = await newChosen(client, 'BTC', '20.00');
  const page = await get(`/payments/${id}`, 'support');
  assert.match(page, /Cancel this payment\?/);
  assert.equal((await as('developer').post(`${pageOf(id)}/cancel`, { once: newId() })).status, 403);
  const answer = await as('support').post(`${pageOf(id)}/cancel`, { once: onceOf(page) });
  assert.equal(answer.location, `${pageOf(id)}?done=payment.cancelled`);
  const story = await get(`/payments/${id}`);
  assert.match(story, /Cancelled/);
  assert.match(story, /by Ana support/);
  const [, path = ''] =
    /href="([^"]*\/webhooks\/deliveries\/[^"]*)"\s*>order\.(?:created|processing|failed)</.exec(story) ?? [];
  assert.equal((await as('owner').get(path)).status, 200, 'a webhook links to its delivery');
  const unlinked = await get(`/payments/${id}`, 'support');
  assert.doesNotMatch(unlinked, /\/webhooks\/deliveries\//, 'not for a role that may not open it');
  assert.match(unlinked, /order\.processing/);
  assert.ok(!story.includes('<b>'));
  assert.doesNotMatch(story, /Cancel this payment\?/);
  const paid = await newPaid(client, '9.00');
  const refused = await as('support').post(`${pageOf(paid)}/cancel`, { once: newId() });
  assert.equal(refused.status, 400);
  assert.match(refused.body, /can no longer be cancelled/);
});

test('another PSP’s payment gets 404 on every page and act', async () => {
  const id = await make();
  await praca.sql`update merchant.payments set psp_id = 2 where id = ${id}`;
  for (const path of ['', '/refund']) {
    assert.equal((await as('owner').get(`${pageOf(id)}${path}`)).status, 404, path);
  }
  for (const verb of ['accept', 'cancel', 'refund', 'refund/quote']) {
    const answer = await as('owner').post(`${pageOf(id)}/${verb}`, { once: newId() });
    assert.equal(answer.status, 404, verb);
  }
  for (const odd of ['x', '1', newId()]) assert.equal((await as('owner').get(pageOf(odd))).status, 404, odd);
  assert.deepEqual(listed(await get(`/payments?q=${id}`)), []);
});
