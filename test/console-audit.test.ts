import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { detailWords } from '../src/platform/console/texts/act-words.ts';
import { languages } from '../src/platform/http/language.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './support/app.ts';
import { mine, newWallet } from './support/coins.ts';
import { runCommand } from './support/commands.ts';
import {
  createPerson,
  listRecorded,
  memberAs,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from './support/console.ts';
import { openStepwiseChain, type StepwiseChain } from './support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from './support/merchant.ts';
import { choose, newChosen, paymentBody, payShare } from './support/payments.ts';
import { readRows } from './support/table-rows.ts';
import { askToWithdraw } from './support/withdrawals.ts';

let praca: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let admin: Visitor;
let second: Visitor;
let owner: Visitor;
before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  client = await merchantClient(praca);
  driven = await openStepwiseChain(praca, { coin: 'BTC' });
  await driven.read();
  const enter = async (place: Parameters<typeof memberAs>[0] | 'staff') =>
    signIn(
      praca,
      (await createPerson(praca, [place === 'staff' ? staffAs('admin') : memberAs(place)])).email,
    );
  [admin, second, owner] = [await enter('staff'), await enter('staff'), await enter('owner')];
  await praca.sql`
    create function platform.refuse_line() returns trigger language plpgsql as $$
      begin raise exception 'the record is full'; end $$`;
});
after(async () => {
  await driven.close();
  await praca.close();
});

/** Returns every row of these tables, so that any change shows. */
const rowsOf = async (tables: readonly string[]): Promise<unknown> =>
  Promise.all(
    tables.map((name) => {
      const [schema = '', table = ''] = name.split('.');
      return readRows(praca.sql, schema, table);
    }),
  );

/** Asserts that the action fails if its audit entry cannot be written, and otherwise happens once with its entry. */
async function assertTogether(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
  act: string,
  ...tables: readonly string[]
): Promise<void> {
  const lines = async () => (await listRecorded(praca)).filter((line) => line.act === act).length;
  const [before, linesBefore] = [await rowsOf(tables), await lines()];
  await praca.sql`
    create trigger refuse_line before insert on platform.console_audit
    for each row execute function platform.refuse_line()`;
  const refused = await visitor.post(path, fields);
  await praca.sql`drop trigger refuse_line on platform.console_audit`;
  assert.equal(refused.status, 500, `${act}: ${refused.status}`);
  assert.deepEqual(await rowsOf(tables), before, `${act} was done without its line`);
  const done = await visitor.post(path, fields);
  assert.ok(done.status === 303 || done.status === 200, `${act}: ${done.status}`);
  assert.notDeepEqual(await rowsOf(tables), before, act);
  assert.equal(await lines(), linesBefore + 1, act);
}

const staffAt = (path: string): string => `/console/staff${path}`;
const at = (path: string): string => `/console/psp/1${path}`;

test('an action of staff on payouts, coins and PSPs and its audit entry are written together or not at all', async () => {
  await runCommand(praca, 'psp limits', ['1', 'BTC'], { approval: '0.004' });
  const withdraw = async (): Promise<string> => {
    const { id } = await askToWithdraw(client, 'BTC', '0.005');
    const [row] = await praca.sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${id}`;
    return row?.id ?? '';
  };
  const money = ['merchant.payouts', 'merchant.orders', 'merchant.ledger_movements'] as const;
  for (const [act, word] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['cancel', 'cancelled'],
  ] as const) {
    const payout = await withdraw();
    await assertTogether(admin, staffAt(`/payouts/${act}`), { payout }, `payout.${word}`, ...money);
  }
  const signed = await withdraw();
  await admin.post(staffAt('/payouts/approve'), { payout: signed });
  await driven.sign();
  await driven.send();
  const batches = 'merchant.payout_batches';
  await assertTogether(admin, staffAt('/payouts/bump'), { payout: signed }, 'payout.bumped', batches);
  for (const [act, word] of [
    ['freeze', 'frozen'],
    ['thaw', 'thawed'],
  ] as const) {
    const fields = { coin: 'LTC', reason: 'a look' };
    await assertTogether(
      admin,
      staffAt(`/treasury/${act}`),
      fields,
      `payouts.${word}`,
      'merchant.payout_freezes',
    );
  }
  const ceilings = 'merchant.wallet_ceilings';
  for (const [act, word] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    const fields = { coin: 'BTC', ceiling: '5', address: newWallet('BTC') };
    await assertTogether(admin, staffAt('/treasury/ceiling'), fields, 'ceiling.proposed', ceilings);
    const { body } = await second.get(staffAt('/treasury'));
    const proposal = /name="proposal" value="([^"]+)"/.exec(body)?.[1] ?? '';
    await assertTogether(
      second,
      staffAt(`/treasury/ceiling/${act}`),
      { proposal },
      `ceiling.${word}`,
      ceilings,
    );
  }
  const screening = newId();
  await praca.sql`
    insert into merchant.screenings (id, direction, purpose, subject_id, psp_id, coin, address, amount, status, reason,
      due_at, created_at, updated_at)
    values (${screening}, 'out', 'payout', ${newId()}, 1, 'BTC', 'bc1qx', 5000, 'review', 'odd', now(), now(), now())`;
  const screenings = 'merchant.screenings';
  await assertTogether(admin, staffAt('/held/allow'), { screening }, 'screening.allowed', screenings);
  const denied = newId();
  await praca.sql`
    insert into merchant.screenings (id, direction, purpose, subject_id, psp_id, coin, address, amount, status, reason,
      due_at, created_at, updated_at)
    values (${denied}, 'out', 'payout', ${newId()}, 1, 'BTC', 'bc1qx', 5000, 'review', 'odd', now(), now(), now())`;
  const no = { screening: denied };
  await assertTogether(admin, staffAt('/held/deny'), no, 'screening.denied', screenings);
  const psp = (act: string, fields: Record<string, string>, name: string, table: string) =>
    assertTogether(admin, staffAt(`/psps/1/${act}`), fields, `psp.${name}`, table);
  await psp('deposit-mode', { mode: 'hold' }, 'deposit_mode_changed', 'merchant.psps');
  await psp('limits', { coin: 'XRP', one: '5' }, 'limits_changed', 'merchant.payout_limits');
  await psp('suspend', {}, 'suspended', 'merchant.psps');
  await psp('resume', {}, 'resumed', 'merchant.psps');
});

test('a release of held coins, to the merchant or to an address, is written together with its audit entry', async () => {
  const litecoin = await openStepwiseChain(praca, { coin: 'LTC' });
  await litecoin.read();
  const held = ['merchant.payment_releases', 'merchant.payments', 'merchant.ledger_movements'] as const;
  for (const address of ['', newWallet('LTC')]) {
    const stray = await newChosen(client, 'LTC', '40.00');
    const payment = stray.payment_reference_number;
    await payShare(client, await choose(client, payment, 'BTC'));
    await payShare(client, stray, 500n);
    await mine(client, 'BTC', 3);
    await mine(client, 'LTC', 3);
    await driven.read();
    await litecoin.read();
    const fields = { payment, coin: 'LTC', address };
    await assertTogether(admin, staffAt('/held/release'), fields, 'coins.released', ...held);
    // The same form again, an hour later, in German.
    const again = await admin.post(staffAt('/held/release'), fields, { 'accept-language': 'de' });
    assert.equal(again.status, 400);
    assert.match(again.body, /Für diese Zahlung werden keine LTC gehalten, die freigegeben werden könnten\./);
  }
  await litecoin.close();
});

test('actions of members on credentials, endpoints, customers, team and sessions are written with their audit entries', async () => {
  const create = { name: 'shop', access: 'read', networks: '', once: newId(praca.clock.nowMs()) };
  const credentials = 'merchant.credentials';
  await assertTogether(
    owner,
    at('/developers/credentials/create'),
    create,
    'credential.created',
    credentials,
  );
  const [issued] = await praca.sql<
    { id: string }[]
  >`select client_id as id from merchant.credentials where name = 'shop'`;
  for (const [act, word] of [
    ['change', 'changed'],
    ['rotate', 'rotated'],
    ['revoke', 'revoked'],
  ] as const) {
    const path = at(`/developers/credentials/${issued?.id}/${act}`);
    const fields = { name: 'till', access: 'write', networks: '' };
    await assertTogether(owner, path, fields, `credential.${word}`, credentials);
  }
  const endpoint = (await client.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })).json();
  await client.post(`/webhooks/${endpoint.webhook_endpoint_id}/test`);
  await praca.sql`update merchant.webhook_deliveries set status = 'FAILED' where status = 'PENDING'`;
  const again = { once: newId(praca.clock.nowMs()) };
  const deliveries = 'merchant.webhook_deliveries';
  await assertTogether(
    owner,
    at('/webhooks/redeliver-failed'),
    again,
    'webhook.failed_redelivered',
    deliveries,
  );
  const path = at(`/webhooks/endpoints/${endpoint.webhook_endpoint_id}/delete`);
  await assertTogether(owner, path, {}, 'webhook.deleted', 'merchant.webhook_endpoints');
  const payment = (await client.post('/payments', paymentBody)).json<{ payment_reference_id: string }>();
  await client.post(`/payments/${payment.payment_reference_id}/cancel`);
  await praca.sql`update merchant.payments set status = 'EXPIRED' where id = ${payment.payment_reference_id}`;
  await praca.sql`update merchant.orders set status = 'FAILED' where status in ('CREATED', 'PROCESSING')`;
  const reference = paymentBody.customer_details.customer_reference_id;
  await assertTogether(
    owner,
    at(`/customers/${encodeURIComponent(reference)}/erase`),
    {},
    'customer.erased',
    'merchant.payments',
  );
  await assertTogether(owner, at('/sandbox/clock'), { seconds: '60' }, 'sandbox.clock', 'platform.clock');
  const person = await createPerson(praca, [memberAs('viewer')]);
  const members = 'platform.memberships';
  const role = { person: person.id, role: 'finance' };
  await assertTogether(owner, at('/team/role'), role, 'member.role_changed', members);
  const repeated = await owner.post(at('/team/role'), role);
  assert.equal(repeated.status, 303, 'no change and no audit entry');
  const viewer = await signIn(praca, person.email);
  await signIn(praca, person.email);
  const sessions = ['platform.console_sessions'] as const;
  const ended = async () => {
    const [row] = await praca.sql<{ count: number }[]>`
      select count(*)::int as count from platform.console_sessions where person_id = ${person.id}`;
    return row?.count;
  };
  assert.equal(await ended(), 2);
  await assertTogether(viewer, '/console/me/sessions/end-others', {}, 'session.ended', ...sessions);
  assert.equal(await ended(), 1);
  await assertTogether(viewer, '/console/sign-out', {}, 'signed_out', ...sessions);
});

const textOf = (page: string): string => page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

test('audit entries show readable amounts, names and ids that link to the object', async () => {
  const made = await owner.post(at('/payments/new'), {
    payment_amount: '1234.5',
    payment_reference: 'INV-7',
    payment_description: 'A chair',
    merchant_name: 'Flores',
    customer_reference_id: 'customer-7',
    customer_first_name: 'Ana',
    customer_last_name: 'Reis',
    customer_email_address: 'ana@example.com',
    customer_ip_address: '192.0.2.1',
    once: newId(praca.clock.nowMs()),
  });
  assert.equal(made.status, 303, made.body);
  const id = /payments\/([0-9a-f-]{36})/.exec(made.location)?.[1] ?? '';
  const german = { 'accept-language': 'de' };
  for (const [visitor, base] of [
    [owner, at('')],
    [admin, staffAt('')],
  ] as const) {
    const { body } = await visitor.get(`${base}/audit?act=payment.created`, german);
    assert.match(textOf(body), /Referenz: INV-7 · Betrag: 1\.234,50\s€/);
    const link = new RegExp(`<a href="/console/psp/1/payments/${id}">\\s*<code title="${id}">([^<]*)</code>`);
    assert.equal(link.exec(body)?.[1], `${id.slice(0, 8)}…${id.slice(-8)}`);
  }
  const limits = await admin.get(staffAt('/audit?act=psp.limits_changed'), german);
  assert.match(textOf(limits.body), /Coin: XRP · Eine Auszahlung: 5,000000 XRP/);
  const [psp] = await praca.sql<{ name: string }[]>`select name from merchant.psps where id = 1`;
  assert.match(limits.body, new RegExp(`<a href="/console/staff/psps/1"\\s*>${psp?.name}</a`));
  const mode = await admin.get(staffAt('/audit?act=psp.deposit_mode_changed'), german);
  assert.match(textOf(mode.body), /Vorher: sofort verkauft · Nachher: als Coins gehalten/);
  const ceiling = await admin.get(staffAt('/audit?act=ceiling.proposed'), german);
  assert.match(textOf(ceiling.body), /Obergrenze: 5,00000000 BTC/);
  let path = staffAt('/audit');
  for (let page = 0; page < 9 && path !== ''; page++) {
    const { body } = await admin.get(path);
    assert.doesNotMatch(textOf(body), /[0-9a-f]{8}-[0-9a-f]{4}-|psp 1\b/, 'neither whole ids nor codes');
    path = (/href="([^"]*before=[^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
  }
});

test('the filter of the audit record names each action once, in every language', async () => {
  for (const [visitor, path] of [
    [admin, staffAt('/audit')],
    [owner, at('/audit')],
  ] as const) {
    for (const language of languages) {
      const { body } = await visitor.get(path, { 'accept-language': language });
      const names = [...body.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name = '']) => name.trim());
      assert.ok(names.length > 30, `${names.length} names`);
      const twice = names.filter((name, index) => names.indexOf(name) !== index);
      assert.deepEqual(twice, [], `${path} ${language}`);
    }
  }
});

test('every detail of an audit entry has a name in the reader’s language', async () => {
  const rows = await praca.sql<{ name: string }[]>`
    select distinct jsonb_object_keys(detail) as name from platform.console_audit`;
  const unnamed = rows
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(detailWords, name) && !praca.consoleTable.fields.has(name));
  assert.ok(rows.length > 8, `${rows.length} names`);
  assert.deepEqual(unnamed, []);
});
