import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  memberAs,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  type Visitor,
} from '../../../../test/support/console.ts';
import { newId } from '../../../platform/ids.ts';
import type { Role } from '../../../platform/console/people/roles.rules.ts';
import { getBalances } from '../../books/read-ledger.ts';

const hostile = `<img src=x onerror="alert(1)">'"&{name}`;
let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
  await praca.sql`insert into merchant.psps (id, name, created_at) values (7, ${hostile}, now()), (8, 'Eight', now())`;
  await praca.sql`select setval('merchant.psp_ids', 100)`;
});
after(() => praca.close());

const staff = async (role: Role): Promise<Visitor & { email: string }> => {
  const { email } = await createPerson(praca, [staffAs(role)]);
  return Object.assign(await signIn(praca, email), { email });
};
const euros = async (psp: number): Promise<bigint> =>
  (await getBalances(praca.platform, psp)).find(({ asset }) => asset === 'EUR')?.balance ?? 0n;
const proposalIn = (body: string): string => /name="proposal" value="([^"]+)"/.exec(body)?.[1] ?? '';

test('staff find payment providers by name, number and client id, and foreign text is escaped', async () => {
  const visitor = await staff('support');
  const list = await visitor.get('/console/staff/psps');
  assert.match(list.body, /href="\/console\/staff\/psps\/7"/);
  for (const path of ['/console/staff/psps', '/console/staff/psps/7']) {
    const { status, body } = await visitor.get(path);
    assert.equal(status, 200);
    assert.doesNotMatch(body, /<img src=x/);
    assert.doesNotMatch(body, /method="post"\s+action="\/console\/staff\/psps/, 'support only reads');
  }
  for (const [query, hit, miss] of [
    ['q=eigh', '/psps/8"', '/psps/7"'],
    ['q=7', '/psps/7"', '/psps/8"'],
    ['status=suspended', 'No payment providers', '/psps/8"'],
    ['q=sandbox&status=active', '<', '/psps/8"'],
  ] as const) {
    const { body } = await visitor.get(`/console/staff/psps?${query}`);
    assert.ok(body.includes(hit) && !body.includes(`staff${miss}`), query);
  }
  for (const id of ['999', '07', 'x', '99999999999', '0199e2f0-5c1a-7c3e-9c52-6d1d3f9b2c77'])
    assert.equal((await visitor.get(`/console/staff/psps/${id}`)).status, 404, id);
  const member = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  assert.equal((await member.get('/console/staff/psps')).status, 404);
});

test('a form creates one payment provider, and its secret is shown only in the response', async () => {
  const visitor = await staff('admin');
  await visitor.get('/console/staff/psps');
  const fields = { name: hostile, once: newId() };
  const answers = await Promise.all([1, 2].map(() => visitor.post('/console/staff/psps/create', fields)));
  const secrets = answers.map(({ body }) => /data-copy="([\w-]{43})"/.exec(body)?.[1]);
  assert.ok(secrets[0] !== undefined && secrets[0] === secrets[1], 'a double click is told the same');
  assert.doesNotMatch(answers[0]?.body ?? '', /<img src=x/);
  const created = await praca.sql<{ id: number }[]>`select id from merchant.psps where id > 100`;
  assert.equal(created.length, 1);
  const id = created[0]?.id ?? 0;
  assert.doesNotMatch((await visitor.get(`/console/staff/psps/${id}`)).body, new RegExp(secrets[0] ?? ''));
  const acts = (await listRecorded(praca)).filter(({ act }) => act === 'psp.created');
  assert.deepEqual(acts, [
    {
      act: 'psp.created',
      subject: hostile,
      person_email: visitor.email,
      kind: 'psp',
      organisation: String(id),
    },
  ]);
  const nameless = await visitor.post('/console/staff/psps/create', { name: ' ', once: newId() });
  assert.equal(nameless.status, 400);
  assert.match(nameless.body, /1 to 200 characters/);
  const added = await visitor.post(`/console/staff/psps/${id}/credential`, { once: newId() });
  const second = /<code title="(psp-[\w-]+)"/.exec(added.body)?.[1] ?? '';
  assert.equal(
    (await visitor.post('/console/staff/psps/8/revoke', { client: second })).status,
    404,
    'of another',
  );
  assert.equal((await visitor.post(`/console/staff/psps/${id}/revoke`, { client: second })).status, 303);
  const [row] = await praca.sql<{ revoked: boolean }[]>`
    select revoked_at is not null as revoked from merchant.credentials where client_id = ${second}`;
  assert.equal(row?.revoked, true);
});

test('suspending, resuming, deposit modes and limits work as on the command line and are recorded', async () => {
  const admin = await staff('admin');
  for (const [act, word] of [
    ['suspend', 'Suspended'],
    ['resume', 'Active'],
  ] as const) {
    const done = await admin.post(`/console/staff/psps/8/${act}`);
    assert.equal(done.status, 303, done.body);
    assert.match(
      (await admin.get('/console/staff/psps/8')).body,
      new RegExp(`<span class="badge[^"]*">${word}<`),
    );
  }
  const treasurer = await staff('treasury');
  assert.equal((await treasurer.post('/console/staff/psps/8/suspend')).status, 403);
  assert.equal((await treasurer.post('/console/staff/psps/8/deposit-mode', { mode: 'hold' })).status, 303);
  assert.equal((await treasurer.post('/console/staff/psps/8/deposit-mode', { mode: 'burn' })).status, 400);
  const limits = { coin: 'BTC', one: '0,5', day: '2', approval: '' };
  assert.equal((await treasurer.post('/console/staff/psps/8/limits', limits)).status, 303);
  const { body } = await treasurer.get('/console/staff/psps/8');
  assert.match(body, /0\.50000000 BTC/);
  assert.match(body, /held as coins/);
  const odd = await treasurer.post('/console/staff/psps/8/limits', { ...limits, one: 'much' });
  assert.deepEqual([odd.status, /such as 0\.5, or empty/.test(odd.body)], [400, true]);
  assert.equal((await treasurer.post('/console/staff/psps/8/limits', { coin: 'BTC' })).status, 303);
  const rows = await praca.sql`select from merchant.payout_limits where psp_id = 8`;
  assert.equal(rows.length, 0, 'all three empty: none');
  const stale = { coin: 'LTC', seen: '||', day: '' };
  await admin.post('/console/staff/psps/8/limits', { ...stale, approval: '3' });
  assert.equal((await treasurer.post('/console/staff/psps/8/limits', { ...stale, one: '9' })).status, 303);
  assert.equal((await treasurer.post('/console/staff/psps/8/limits', stale)).status, 303, 'nothing to do');
  const kept = await praca.sql`
    select one_amount::text, day_amount, approval_amount::text from merchant.payout_limits where psp_id = 8`;
  assert.deepEqual(
    [...kept],
    [{ one_amount: '900000000', day_amount: null, approval_amount: '300000000' }],
    'a form that is older than a colleague’s leaves alone what it does not change',
  );
  const openLimit = (open_limit: string) =>
    treasurer.post('/console/staff/psps/8/open-limit', { open_limit });
  assert.equal((await openLimit('2500,50')).status, 303);
  assert.match((await treasurer.get('/console/staff/psps/8')).body, /€2,500\.50/);
  assert.equal((await openLimit('much')).status, 400);
  const acts = (await listRecorded(praca))
    .filter(({ organisation }) => organisation === '8')
    .map(({ act }) => act);
  assert.deepEqual(acts, [
    'psp.suspended',
    'psp.resumed',
    'psp.deposit_mode_changed',
    'psp.limits_changed',
    'psp.limits_changed',
    'psp.limits_changed',
    'psp.limits_changed',
    'psp.open_limit_changed',
  ]);
});

test('a credit needs the confirmation of another member of staff within a day, and counts once', async () => {
  const [ana, bea, viewer] = [await staff('treasury'), await staff('admin'), await staff('viewer')];
  const before = await euros(7);
  const fields = { direction: 'credit', amount: '1000,50', asset: 'EUR', reference: hostile, once: newId() };
  const proposed = await Promise.all([1, 2].map(() => ana.post('/console/staff/psps/7/propose', fields)));
  assert.deepEqual(
    proposed.map(({ status }) => status),
    [303, 303],
  );
  const own = await ana.get('/console/staff/psps/7');
  assert.match(own.body, /another person confirms it/);
  assert.doesNotMatch(own.body, /action="\/console\/staff\/psps\/7\/confirm"/);
  assert.doesNotMatch(own.body, /<img src=x/);
  const proposal = proposalIn(own.body);
  assert.equal(
    (await ana.post('/console/staff/psps/7/confirm', { proposal })).status,
    400,
    'the proposer cannot confirm',
  );
  const seen = await viewer.get('/console/staff/psps/7');
  assert.doesNotMatch(seen.body, /<form[^>]*action="[^"]*\/(confirm|reject|propose)"/);
  assert.equal((await viewer.post('/console/staff/psps/7/confirm', { proposal })).status, 403);
  const shown = await bea.get('/console/staff/psps/7');
  assert.match(shown.body, /Its balance changes from €0\.00 to €1,000\.50/);
  assert.equal(
    (await bea.post('/console/staff/psps/8/confirm', { proposal })).status,
    404,
    'of another payment provider',
  );
  assert.equal(await euros(7), before);
  const confirmed = await Promise.all(
    [1, 2, 3].map(() => bea.post('/console/staff/psps/7/confirm', { proposal })),
  );
  assert.deepEqual(
    confirmed.map(({ status }) => status),
    [303, 303, 303],
  );
  assert.equal(await euros(7), before + 100_050n);
  const again = await ana.post('/console/staff/psps/7/propose', { ...fields, once: newId() });
  assert.deepEqual([again.status, /already booked/.test(again.body)], [400, true]);
  assert.match(again.body, /value="1000,50"/, 'what was typed is kept');

  const debit = { direction: 'debit', amount: '5000', asset: 'EUR', reference: 'too much', once: newId() };
  await ana.post('/console/staff/psps/7/propose', debit);
  const poor = proposalIn((await bea.get('/console/staff/psps/7')).body);
  const short = await bea.post('/console/staff/psps/7/confirm', { proposal: poor });
  assert.match(short.body, /does not cover/);
  praca.clock.offsetMs += 86_400_000;
  const carla = await staff('treasury');
  const late = await carla.post('/console/staff/psps/7/confirm', { proposal: poor });
  assert.match(late.body, /within 24 hours/);
  const acts = (await listRecorded(praca)).filter(({ act }) => act.startsWith('psp.adjustment'));
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['psp.adjustment_proposed', 'psp.adjustment_confirmed', 'psp.adjustment_proposed'],
  );
});

test('acts that move money, secrets or people ask for the second factor again', async () => {
  const strict = await openConsoleApp(strictConsole);
  try {
    const { email } = await createPerson(strict, [staffAs('admin')]);
    const { visitor } = await signInStrictly(strict, email);
    strict.clock.offsetMs += 6 * 60_000;
    await visitor.get('/console/staff/psps/1');
    const { rowCount } = { rowCount: (await strict.sql`select from merchant.adjustment_proposals`).length };
    const fields = { direction: 'credit', amount: '1', asset: 'EUR', reference: 'x', once: newId() };
    const asked = await visitor.post('/console/staff/psps/1/propose', fields);
    assert.match(asked.body, /factor_code/);
    assert.equal((await strict.sql`select from merchant.adjustment_proposals`).length, rowCount);
  } finally {
    await strict.close();
  }
});
