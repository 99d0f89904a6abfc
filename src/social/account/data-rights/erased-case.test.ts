import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase, dropAtEnd } from '../../../../test/support/database.ts';
import {
  openModeration,
  type Headers,
  type Json,
  type Moderation,
  type SignedIn,
} from '../../../../test/support/moderation.ts';
import { until } from '../../../../test/support/process.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { moveCasesToUser } from './take-up-case.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let praca: TestApp;
/** A second process on the same database. */
let other: TestApp;
let moderation: Moderation;
let staff: Headers;
const dayMs = 86_400_000;
before(async () => {
  database = await createTestDatabase();
  [praca, other] = await Promise.all([openSocialApp({ database }), openSocialApp({ database })]);
  moderation = await openModeration(praca);
  staff = await moderation.staff('clara');
});
after(async () => {
  await praca.close();
  await other.close();
  dropAtEnd(database);
});

const move = async (days: number): Promise<void> => {
  praca.clock.offsetMs += days * dayMs;
  other.clock.offsetMs += days * dayMs;
  staff = await moderation.staff('clara');
};
const get = async (path: string, headers: Headers): Promise<Json> =>
  (await moderation.call('GET', path, headers)).body;
const post = (path: string, headers: Headers, payload: Record<string, unknown> = {}) =>
  moderation.call('POST', path, headers, payload);
const runErasure = async (isDone: () => Promise<boolean>): Promise<void> => {
  await praca.runJobs();
  await praca.sql`select graphile_worker.add_job('social_erase_deleted_users', '{}')`;
  await until(isDone, 'the hourly erasure');
};
const isErased = async (id: string): Promise<boolean> =>
  (await praca.sql`select from social.users where id = ${id} and name <> ''`).length === 0;
const isGone = async (id: string): Promise<boolean> =>
  (await praca.sql`select from social.users where id = ${id}`).length === 0;
const waitingIds = async (): Promise<string[]> =>
  (await get('/staff/cases?limit=50', staff)).map((one: Json) => one.user.id);

async function erase(person: SignedIn): Promise<void> {
  await post(`/user/${person.id}/delete`, person.headers);
  await move(31);
  await runErasure(() => isErased(person.id));
}

/** Combines both users; the second sends an insult, and the first reports the message and the profile. */
async function reportInsult(reporter: SignedIn, reported: SignedIn): Promise<void> {
  await moderation.call('PUT', '/user/perfil', reported.headers, {
    about: `about ${reported.id}`,
    birth_date: '1990-02-03',
    location: 'Recife',
    photos: ['https://example.com/other.jpg'],
  });
  await post(`/user/like/${reported.id}`, reporter.headers);
  await post(`/user/like/${reporter.id}`, reported.headers);
  const { body: sent } = await post(`/user/${reported.id}/chat/${reporter.id}`, reported.headers, {
    message: `insult of ${reported.id}`,
  });
  const report = { reason: 'insulted me', category: 'harassment', messages: [sent['id']] };
  const { status, body } = await post(`/user/${reporter.id}/report/${reported.id}`, reporter.headers, report);
  assert.equal(status, 200, JSON.stringify(body));
}

test('after an erasure only the evidence and the open case remain, until REPORT_RETENTION_DAYS are over', async () => {
  const [ana, max] = [await moderation.signIn('ana'), await moderation.signIn('max-secret-login')];
  await reportInsult(ana, max);
  await praca.sql`update social.users set email = 'Max@Secret.example' where id = ${max.id}`;
  await erase(max);
  assert.ok((await waitingIds()).includes(max.id), 'the case waits in the queue');
  const found = await get(`/staff/users/${max.id}/case`, staff);
  assert.equal(found.open_reports, 1);
  assert.deepEqual(
    found.reports.map((report: Json) => [report.reason, report.about, report.messages[0].message]),
    [['insulted me', `about ${max.id}`, `insult of ${max.id}`]],
  );
  assert.ok(Date.parse(found.user.erased_at) > 0);
  assert.deepEqual([found.user.name, found.user.about, found.user.returned_at], ['', '', null]);
  assertHidden(
    await storedText(praca.sql, 'social'),
    ['secret.example', 'Secret.example', 'other.jpg', '1990-02-03'],
    [max.id],
  );
  assert.equal((await praca.sql`select from social.users where login_id = 'max-secret-login'`).length, 0);
  for (const path of [`/user/${max.id}/card`, `/user/${max.id}/photos`])
    assert.ok((await moderation.call('GET', path, ana.headers)).status >= 400);
  const late = await post(`/user/${ana.id}/report/${max.id}`, (await moderation.signIn('ana')).headers, {
    reason: 'again',
  });
  assert.equal(late.status, 404, 'other users no longer see the account');

  await move(364);
  await praca.runJobs();
  assert.equal((await moderation.call('GET', `/staff/users/${max.id}/case`, staff)).status, 200);
  await move(2);
  await runErasure(() => isGone(max.id));
  assertHidden(
    await storedText(praca.sql, 'social'),
    [max.id, 'insult of', 'insulted me', `about ${max.id}`],
    [],
  );
  const [left] = await praca.sql<{ reports: number }[]>`
    select count(*)::int as reports from social.reports where reported_id is null`;
  assert.equal(left?.reports, 1, 'the fact of a report remains');
  const back = await moderation.signIn('max-secret-login');
  assert.equal((await get(`/staff/users/${back.id}/case`, staff)).reports_qty, 0);
});

test('a reported identity that signs up again is not banned, and gets its open case and the blocks of others', async () => {
  const [bia, eva, tom] = [
    await moderation.signIn('bia'),
    await moderation.signIn('eva'),
    await moderation.signIn('tom'),
  ];
  await reportInsult(bia, tom);
  await moderation.call('GET', `/user/block/${tom.id}`, eva.headers);
  await moderation.act(tom.id, 'warn', { reports: [], keep_open: true });
  const { opened_at: openedAt } = await get(`/staff/users/${tom.id}/case`, staff);
  // Makes the block last beyond the erasure.
  await praca.sql`
    update social.pairs set low_blocked_until = case when low_blocked_until is not null then 'infinity'::timestamptz end,
      high_blocked_until = case when high_blocked_until is not null then 'infinity'::timestamptz end`;
  await erase(tom);

  const both = await Promise.all([moderation.signIn('tom'), moderation.signIn('tom', other)]);
  assert.equal(both[0].id, both[1].id);
  const back = both[0];
  assert.notEqual(back.id, tom.id);
  assert.equal(
    (await moderation.call('GET', '/user/perfil', back.headers)).status,
    200,
    'the user is not banned',
  );
  assert.ok(await isGone(tom.id));
  const found = await get(`/staff/users/${back.id}/case`, staff);
  assert.deepEqual([found.open_reports, found.opened_at], [1, openedAt]);
  assert.equal(found.reports[0].messages[0].message, `insult of ${tom.id}`);
  assert.deepEqual(
    found.acts.map((act: Json) => act.kind),
    ['warn'],
  );
  assert.ok(Date.parse(found.user.erased_at) < Date.parse(found.user.returned_at));
  assert.ok((await waitingIds()).includes(back.id));

  const cardFor = async (name: string): Promise<number> => {
    const viewer = await moderation.signIn(name);
    return (await moderation.call('GET', `/user/${back.id}/card`, viewer.headers)).status;
  };
  assert.deepEqual([await cardFor('eva'), await cardFor('bia')], [403, 200], 'the block of Eva holds');
  const evaNow = await moderation.signIn('eva');
  assert.deepEqual(await get(`/user/${evaNow.id}/blocks`, evaNow.headers), []);
  const copy = await get(`/user/${evaNow.id}/export`, evaNow.headers);
  assert.ok(!JSON.stringify(copy).includes(back.id), 'a blocker does not learn the new account');
});

test('an identity that staff have hidden from feeds stays hidden when it returns', async () => {
  const sam = await moderation.signIn('sam');
  await moderation.act(sam.id, 'hide');
  await erase(sam);
  const back = await moderation.signIn('sam');
  const found = await get(`/staff/users/${back.id}/case`, staff);
  assert.deepEqual([back.id === sam.id, found.user.hidden_by], [false, 'staff']);
});

test('of two suspensions of one identity the later end applies', async () => {
  const ute = await moderation.signIn('ute');
  await moderation.act(ute.id, 'suspend', { until: null });
  await praca.sql`update social.users set deleted_at = ${praca.clock.now()} where id = ${ute.id}`;
  await move(31);
  await runErasure(() => isErased(ute.id));
  const soon = new Date(praca.clock.nowMs() + dayMs);
  await praca.sql`
    insert into social.barred_identities (identity_hash, suspended_until, reason, suspended_at)
    select identity_hash, ${soon}, '', ${praca.clock.now()} from social.users where id = ${ute.id}`;
  const { body } = await moderation.call('POST', '/oauth/token?user_id=ute&name=Ute', {});
  assert.deepEqual([body.code, body.suspended_until], ['user_suspended', undefined], 'permanently');
});

test('a user without reports, suspension or blocks leaves nothing behind', async () => {
  const lia = await moderation.signIn('lia');
  await erase(lia);
  assert.ok(await isGone(lia.id));
  const back = await moderation.signIn('lia');
  const found = await get(`/staff/users/${back.id}/case`, staff);
  assert.deepEqual([found.user.erased_at, found.user.returned_at], [null, null]);
});

test('staff can decide on an erased account, and the decision applies when the identity returns', async () => {
  const [gil, rui] = [await moderation.signIn('gil'), await moderation.signIn('rui')];
  await reportInsult(gil, rui);
  await erase(rui);
  const acted = await moderation.act(rui.id, 'suspend', { until: null, reason: 'Insults' });
  assert.equal(acted.status, 200, JSON.stringify(acted.body));
  const tryToSignIn = (app = praca) =>
    moderation.call('POST', '/oauth/token?user_id=rui&name=Rui', {}, {}, app);
  const { status, body } = await tryToSignIn();
  assert.deepEqual(
    [status, body.code, body.reason, body.appeal],
    [403, 'user_suspended', 'Insults', 'possible'],
  );
  const again = await tryToSignIn(other);
  assert.equal(again.body.user_id, body.user_id);
  const appeal = { authorization: `Bearer ${body.appeal_token}` };
  assert.equal((await post(`/user/${body.user_id}/appeal`, appeal, { text: 'sorry' })).status, 200);

  // Erases the account again while it is suspended. The suspension is lifted afterwards.
  await post(`/user/${body.user_id}/delete`, appeal);
  await move(31);
  await runErasure(() => isErased(body.user_id));
  assert.equal((await tryToSignIn()).body.code, 'user_suspended');
  const { body: barred } = await tryToSignIn();
  await moderation.act(barred.user_id, 'lift', { reason: 'enough' });
  assert.equal((await tryToSignIn()).status, 200);
});

test('an erased account is recognized by its confirmed address under any provider identity', async () => {
  const [ivo, leo] = [await moderation.signIn('ivo'), await moderation.signIn('leo')];
  await reportInsult(ivo, leo);
  await praca.sql`update social.users set email = 'Leo@Example.org' where id = ${leo.id}`;
  await erase(leo);
  const { sealer, clock, log } = praca.platform;
  const takeUp = async (id: string, email: string | null): Promise<number> => {
    await insertPerson(praca.sql, id, praca.clock.now());
    await transaction(praca.sql, (tx) =>
      moveCasesToUser(tx, { sealer, clock, log } as never, id, { provider: 'new', loginId: id, email }),
    );
    return (await get(`/staff/users/${id}/case`, staff)).open_reports;
  };
  assert.equal(await takeUp(idOf(1), null), 0);
  assert.equal(await takeUp(idOf(2), 'other@example.org'), 0);
  assert.equal(await takeUp(idOf(3), 'leo@example.org'), 1);
  assert.equal(await takeUp(idOf(4), 'leo@example.org'), 0, 'the case is given once');
});
