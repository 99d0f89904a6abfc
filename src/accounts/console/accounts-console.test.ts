import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../test/support/commands.ts';
import type { TestApp } from '../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  type Visitor,
} from '../../../test/support/console.ts';
import { explainGeneric } from '../../../test/support/explain.ts';
import { until } from '../../../test/support/process.ts';
import { newId } from '../../platform/ids.ts';
import { erasureCommands } from './support/erasure.commands.ts';
import { signUpCommands } from '../entry/sign-up/sign-up.commands.ts';
import { accountCommands } from './support/account.commands.ts';
import { findAccounts } from './support/account.store.ts';

const hostile = `<img src=x onerror="alert(1)">'"&{name}`;
const base = '/console/staff/accounts/people';

let praca: TestApp;
let strict: TestApp;
let support: Visitor;
let admin: Visitor;
let viewer: Visitor;
before(async () => {
  praca = await openConsoleApp({ CONFIRM_ADDRESS: 'yes' });
  strict = await openConsoleApp(strictConsole);
  await praca.runJobs();
  await strict.runJobs();
  const enter = async (role: 'support' | 'admin' | 'viewer') =>
    signIn(praca, (await createPerson(praca, [staffAs(role)])).email);
  [support, admin, viewer] = [await enter('support'), await enter('admin'), await enter('viewer')];
});
after(async () => {
  await strict.close();
  await praca.close();
});

let accounts = 0;
/** Creates an account with two sessions, a device, a social login and a second factor. */
async function createAccount(app = praca, name = 'Ana'): Promise<{ id: string; email: string }> {
  const { sql, clock } = app;
  const now = clock.now();
  const id = newId(now.getTime());
  const email = `owner${++accounts}@example.com`;
  await sql`
    insert into accounts.users (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, language, created_at)
    values (${id}, ${email}, ${email}, ${now}, ${name}, 'Silva', 'a hash', 'en', ${now})`;
  for (const session of [1, 2])
    await sql`
      insert into accounts.sessions (id, user_id, token_hash, must_change_password, address, user_agent, created_at, last_seen_at, expires_at)
      values (${newId()}, ${id}, ${Buffer.from(`${id} ${session}`)}, false, '192.0.2.7', ${hostile}, ${now}, ${now}, ${new Date(now.getTime() + 86_400_000)})`;
  await sql`
    insert into accounts.known_devices (token_hash, user_id, description, created_at, last_used_at)
    values (${Buffer.from(id)}, ${id}, ${hostile}, ${now}, ${now})`;
  await sql`
    insert into accounts.social_identities (issuer, subject, user_id, email, created_at)
    values ('https://accounts.google.com', ${id}, ${id}, ${hostile}, ${now})`;
  await sql`
    insert into accounts.totp_secrets (user_id, sealed_secret, last_step, created_at, confirmed_at)
    values (${id}, '', 0, ${now}, ${now})`;
  return { id, email };
}

const sessionsOf = async (id: string, app = praca) =>
  app.sql<{ id: string }[]>`select id from accounts.sessions where user_id = ${id}`;
const eventsOf = async (id: string) =>
  (
    await praca.sql<{ event: string; address: string; detail: object }[]>`
      select event, address, detail from accounts.audit where user_id = ${id} order by id`
  ).map(({ event, address, detail }) => [event, address, detail]);
const actsOn = async (subject: string, app = praca) =>
  (await listRecorded(app)).filter((line) => line.subject === subject).map(({ act }) => act);

test('finds accounts by address and uid, lists them newest first by key, and shows every sign-in method', async () => {
  const { id, email } = await createAccount(praca, hostile);
  for (const query of [`q=${email.toUpperCase()}`, `q=${id}`, '']) {
    const { status, body } = await viewer.get(`${base}?${query}`);
    assert.equal(status, 200);
    assert.ok(body.includes(`href="${base}/${id}"`), query);
    assert.doesNotMatch(body, /<img src=x/);
  }
  assert.match((await viewer.get(`${base}?q=nobody`)).body, /No such account/);
  const page = await viewer.get(`${base}/${id}`);
  assert.match(page.body, /https:\/\/accounts\.google\.com/);
  assert.match(page.body, /192\.0\.2\.7/);
  assert.doesNotMatch(page.body, /<img src=x/);
  assert.match(page.body, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&#39;&quot;&amp;\{name\}/);
  assert.ok(!page.body.includes(`action="${base}/${id}`), 'a viewer has no buttons');
  for (const act of ['end-sessions', 'end-session', 'totp-off', 'erase'])
    assert.equal((await viewer.post(`${base}/${id}/${act}`)).status, 403);
  assert.equal((await support.post(`${base}/${id}/erase`)).status, 403, 'only for administrators');
  assert.doesNotMatch((await support.get(`${base}/${id}`)).body, /\/erase"/);
  const moderator = await signIn(praca, (await createPerson(praca, [staffAs('moderator')])).email);
  assert.equal((await moderator.get(base)).status, 403);
  for (const missing of ['1', newId()]) assert.equal((await support.get(`${base}/${missing}`)).status, 404);
  await praca.sql`
    insert into accounts.users (id, email, email_key, first_name, last_name, language, created_at)
    select gen_random_uuid(), 'many' || n || '@example.com', 'many' || n || '@example.com', 'M', 'N', 'en', now()
    from generate_series(1, 60) n`;
  const first = await viewer.get(base);
  const next = /href="([^"]*before=[^"]*)"/.exec(first.body)?.[1]?.replaceAll('&amp;', '&');
  assert.ok(next);
  const listed = [first, await viewer.get(next)].flatMap(({ body }) => [
    ...new Set([...body.matchAll(/href="[^"]*\/people\/([\da-f-]{36})"/g)].map(([, found = '']) => found)),
  ]);
  const all = await praca.sql<{ id: string }[]>`select id from accounts.users order by id desc`;
  assert.deepEqual(
    listed,
    all.map((account) => account.id),
  );
  assert.match(await explainGeneric(praca.sql, (tag) => findAccounts(tag, id, 51)), /users_pkey/);
});

test('support ends one or all sessions once, and the owner’s record names the staff', async () => {
  const { id } = await createAccount();
  const page = await support.get(`${base}/${id}`);
  assert.match(page.body, /Sessions that end at once: 2\./);
  const [one] = await sessionsOf(id);
  const end = () => support.post(`${base}/${id}/end-session`, { session: one?.id ?? '' });
  assert.equal((await end()).status, 303);
  const again = await end();
  assert.deepEqual([again.status, /This was already done/.test(again.body)], [200, true]);
  const other = await createAccount();
  const [foreign] = await sessionsOf(other.id);
  assert.equal((await support.post(`${base}/${id}/end-session`, { session: foreign?.id ?? '' })).status, 200);
  assert.equal((await sessionsOf(other.id)).length, 2, 'a session of another account stays');
  const all = () => support.post(`${base}/${id}/end-sessions`);
  assert.deepEqual([(await all()).status, (await all()).status], [303, 200]);
  assert.equal((await sessionsOf(id)).length, 0);
  assert.equal((await praca.sql`select from accounts.known_devices where user_id = ${id}`).length, 0);
  assert.deepEqual(await eventsOf(id), [
    ['session_ended', '', { by: 'operator', ended: 1 }],
    ['sessions_ended', '', { by: 'operator', ended: 1 }],
  ]);
  assert.deepEqual(await actsOn(id), ['account.session_ended', 'account.sessions_ended']);
  assert.match((await support.get(`${base}/${id}`)).body, /by staff/);
});

test('turning off a second factor requires a recent one of the staff, and the owner is notified', async () => {
  const { id, email } = await createAccount(strict);
  const person = await createPerson(strict, [staffAs('support')]);
  const { visitor, app } = await signInStrictly(strict, person.email);
  strict.clock.offsetMs += 6 * 60_000;
  await visitor.get(`${base}/${id}`);
  const asked = await visitor.post(`${base}/${id}/totp-off`);
  assert.equal(asked.status, 401, 'five minutes later it is asked for again');
  assert.equal((await strict.sql`select from accounts.totp_secrets where user_id = ${id}`).length, 1);
  const done = await visitor.post(`${base}/${id}/totp-off`, { factor_code: app.code() });
  assert.equal(done.status, 303, done.body);
  assert.equal((await strict.sql`select from accounts.totp_secrets where user_id = ${id}`).length, 0);
  assert.equal((await sessionsOf(id, strict)).length, 0);
  const again = await visitor.post(`${base}/${id}/totp-off`);
  assert.equal(again.status, 200);
  assert.deepEqual(await actsOn(id, strict), ['account.totp_off']);
  assert.match(await mailOf(strict, email), /second factor|authenticator/i);
});

test('an erasure shows its effects, is requested once, and works like one by the owner', async () => {
  const { id, email } = await createAccount();
  const page = await admin.get(`${base}/${id}`);
  assert.match(page.body, /In 7 days all stored data is deleted permanently/);
  const erase = () => admin.post(`${base}/${id}/erase`);
  assert.equal((await erase()).status, 303);
  const [row] = await praca.sql<{ at: Date }[]>`select erase_at as at from accounts.users where id = ${id}`;
  praca.clock.offsetMs += 60_000;
  assert.equal((await erase()).status, 200);
  const [later] = await praca.sql<{ at: Date }[]>`select erase_at as at from accounts.users where id = ${id}`;
  assert.deepEqual(later?.at, row?.at, 'the first day stays');
  assert.deepEqual(await eventsOf(id), [['erasure_requested', '', { by: 'operator' }]]);
  assert.match(await mailOf(praca, email), /erase|delete/i);
  assert.match((await viewer.get(`${base}?q=${email}`)).body, /To be erased/);
});

test('a sign-up link can be mailed again, which invalidates the previous link', async () => {
  const email = 'new.owner@example.com';
  const payload = {
    user_Fname: hostile,
    user_Lname: 'Silva',
    user_email: email,
    user_password: 'four quiet horses',
    user_type: '0',
  };
  const answer = await praca.app.inject({ method: 'POST', url: '/accounts/signup', payload });
  assert.equal(answer.json().status, 'success', answer.body);
  const first = linkOf(await mailOf(praca, email));
  const page = await support.get(`${base}?q=${email}`);
  assert.match(page.body, /Unconfirmed sign-ups/);
  assert.doesNotMatch(page.body, /<img src=x/);
  const registration = /name="registration" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const sent = await support.post(`${base}/resend?q=${email}`, { registration });
  assert.deepEqual(
    [sent.status, sent.location],
    [303, `${base}?q=${encodeURIComponent(email)}&done=account.confirmation_resent`],
  );
  assert.equal((await support.post(`${base}/resend`, { registration: newId() })).status, 404);
  assert.equal((await viewer.post(`${base}/resend`, { registration })).status, 403);
  const second = linkOf(await mailOf(praca, email, 2));
  assert.notEqual(second, first);
  assert.equal((await praca.app.inject(first)).statusCode, 410);
  assert.equal((await praca.app.inject(second)).statusCode, 200);
});

test('the command line offers the same operations', async () => {
  const { id, email } = await createAccount();
  const commands = [...accountCommands, ...signUpCommands, ...erasureCommands];
  const run = async (name: string, who: string): Promise<string> => {
    const lines: string[] = [];
    const command = commands.find((one) => one.name === name);
    const values = { by: await addStaff(praca.platform) };
    await command?.run(praca.platform, { values, positionals: [who] }, (line) => lines.push(line));
    return lines.join('\n');
  };
  assert.match(await run('account end-sessions', email), /that have ended: 2\./);
  assert.match(await run('account erase', id), /is erased at .*Z, unless they sign in before/);
  await assert.rejects(run('account erase', 'nobody'), /There is no account "nobody"/);
  await assert.rejects(run('account resend-confirmation', email), /no unconfirmed sign-up/);
});

/** Returns the newest mail to an address, once there are at least `count`. */
async function mailOf(app: TestApp, address: string, count = 1): Promise<string> {
  const find = async () => app.sql<{ body: string }[]>`
    select subject || ' ' || text_body as body from platform.mailbox where recipient = ${address} order by id desc`;
  await until(async () => (await find()).length >= count, `a mail to ${address}`);
  return (await find())[0]?.body ?? '';
}

const linkOf = (mail: string): string => /https?:\/\/[^/\s]+(\/accounts\/\S+)/.exec(mail)?.[1] ?? '';
