import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ana,
  codeIn,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../../test/support/accounts.ts';
import { holdTime } from '../../../../test/support/app.ts';
import { peopleOf } from '../../../../test/support/email-change.ts';

let accounts: AccountsApp;
before(async () => {
  const settings = { ...production, CONFIRM_ADDRESS: 'no', MOVABLE_CLOCK: 'yes' };
  accounts = await openAccountsApp({ settings });
  holdTime(accounts.clock, 1);
  await accounts.runJobs();
});
after(() => accounts.close());

const people = peopleOf(() => accounts);
const { ask, change, confirmLink, emailOf, fresh, look, mails, newUser, signIn, submit } = people;
const password = ana.user_password;
const hourMs = 3_600_000;

test('the address changes when the new one is confirmed, and opening the link does not consume it', async () => {
  const { token, email, uid } = await newUser();
  const next = fresh('next');
  const asked = await ask(token, ` ${next.toUpperCase()} `);
  assert.equal(asked.status, 202);
  assert.equal(asked.body.user_email, next.toUpperCase());
  assert.equal(Date.parse(asked.body.expires_at) > accounts.clock.nowMs() + 23 * hourMs, true);
  assert.equal(await emailOf(token), email);
  const link = await confirmLink(next.toUpperCase());
  assert.equal(link.origin + link.pathname, 'https://praca.example/accounts/new-address');
  for (let times = 0; times < 3; times++) assert.equal((await look(link)).statusCode, 200);
  assert.equal(await emailOf(token), email);
  assert.equal((await submit(link, { password })).statusCode, 200);
  assert.equal((await submit(link, { password })).statusCode, 410);
  assert.equal((await look(link)).statusCode, 410);
  const me = (await accounts.call('GET', '/v1/me', { token })).body;
  assert.deepEqual([me.uid, me.email, me.email_confirmed], [uid, next.toUpperCase(), true]);
  assert.equal((await signIn(email)).body.code, 'invalid_credentials');
  assert.equal((await signIn(next)).body.uid, uid);
  const audit = await accounts.call('GET', '/v1/me/audit', { token });
  const events = audit.body.map(({ event }: { event: string }) => event);
  assert.ok(events.includes('email_change_requested') && events.includes('email_changed'), events.join());
});

test('the old address is notified of the request and of the change, without the new address', async () => {
  const { token, email, uid } = await newUser();
  await accounts.sql`update accounts.users set language = 'de' where id = ${uid}`;
  const next = fresh('secretplace');
  await ask(token, next);
  await mails(email, /^Dein Konto soll/);
  const link = linkIn((await mails(next, /^Bestätige deine neue/))[0]);
  assert.match((await look(link)).body, /<html lang="de"[\s\S]*Diese Adresse benutzen/);
  await submit(link, { password });
  const told = await mails(email, /./, 2);
  assert.deepEqual(
    told.map(({ subject }) => subject),
    ['Dein Konto soll eine andere Adresse bekommen', 'Die Adresse deines Kontos wurde geändert'],
  );
  for (const mail of told) {
    assert.doesNotMatch(JSON.stringify(mail), /secretplace/);
    assert.equal(linkIn(mail).pathname, '/accounts/old-address');
  }
});

test('the answer does not reveal whether the address is taken, in any spelling, and its owner is notified', async () => {
  const known = 'Zé@bücher.example';
  await newUser(known);
  const { token } = await newUser();
  const other = await newUser();
  const taken = await ask(token, 'ZÉ@xn--bcher-kva.example');
  const free = await ask(other.token, 'zé.2@xn--bcher-kva.example');
  const shape = ({ status, body, headers }: typeof taken) => [
    status,
    Object.keys(body),
    Object.keys(headers).toSorted(),
  ];
  assert.deepEqual(shape(taken), shape(free));
  assert.equal(taken.status, 202);
  assert.match((await mails('zé.2@xn--bcher-kva.example', /./))[0]?.subject ?? '', /^Confirm your new/);
  const told = await mails(known, /^Someone tried to use your address$/);
  assert.doesNotMatch(told[0]?.text ?? '', /http/);
  assert.deepEqual(await accounts.mailTo('ZÉ@xn--bcher-kva.example', 0), []);
  const rows = async (session: string) => {
    const { email_changes: kept } = (await accounts.call('GET', '/v1/me/export', { token: session })).body;
    return kept.map((row: object) => Object.keys(row));
  };
  assert.deepEqual(await rows(token), await rows(other.token), 'nor does the export');
});

test('refuses an invalid address and the user’s own', async () => {
  const { token, email, uid } = await newUser();
  for (const wrong of ['', 'ana', 'a@b@c', 'ana@-', `${'a'.repeat(250)}@b.cd`]) {
    const { status, body } = await ask(token, wrong);
    assert.deepEqual([status, body.errors[0].field], [400, 'user_email'], wrong);
  }
  assert.equal((await ask(token, email)).status, 202, 'an unverified address can be verified');
  await submit(await confirmLink(email), { password });
  assert.equal((await accounts.call('GET', '/v1/me', { token })).body.email_confirmed, true);
  assert.deepEqual(
    await mails(email, /another address$|was changed$/, 0),
    [],
    'no restore link, because the address stays the same',
  );
  const same = await ask(token, email);
  assert.deepEqual([same.status, same.body.errors[0].code], [400, 'unchanged']);
  await change(token, email.toUpperCase());
  assert.equal(await emailOf(token), email.toUpperCase());
  assert.equal((await signIn(email)).body.uid, uid);
});

test('with a second factor, a code is required', async () => {
  const { token, email } = await newUser();
  const code = await people.turnOnTotp(token);
  const next = fresh();
  assert.equal((await ask(token, next)).body.code, 'totp_required');
  const wrong = await ask(token, next, { totp: '000000' });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'totp_invalid']);
  assert.deepEqual(await mails(next, /./, 0), []);
  assert.equal((await ask(token, next, { totp: code() })).status, 202);
  await confirmLink(next);
  for (let tries = 0; tries < 29; tries++) await ask(token, next, { totp: '000000' });
  const held = await ask(token, next, { totp: code() });
  assert.deepEqual([held.status, held.body.code], [403, 'totp_confirmation_required']);
  assert.equal(await emailOf(token), email);
});

test('a request for another address invalidates earlier links, a repeated request does not, and a used link invalidates all', async () => {
  const { token } = await newUser();
  const [mistyped, next] = [fresh('typo'), fresh('next')];
  await ask(token, mistyped);
  const first = await confirmLink(mistyped);
  assert.equal((await look(first)).statusCode, 200);
  await ask(token, next);
  await ask(token, next);
  const links = (await mails(next, /^Confirm your new/, 2)).map(linkIn);
  assert.equal((await submit(first, { password })).statusCode, 410);
  for (const link of links) assert.equal((await look(link)).statusCode, 200);
  const pages = await Promise.all(links.map((link) => submit(link, { password })));
  assert.deepEqual(
    pages.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 410],
  );
  assert.equal(await emailOf(token), next);
  assert.equal((await mails(await wayBackAddress(token), /was changed$/)).length, 1);
});
const wayBackAddress = async (token: string): Promise<string> =>
  (await accounts.call('GET', '/v1/me/export', { token })).body.email_ways_back[0].email;

test('a stranger whose address was mistyped cannot take the account without the password or by guessing', async () => {
  const { token, email } = await newUser();
  const strange = fresh('stranger');
  await ask(token, strange);
  const link = await confirmLink(strange);
  const bare = await submit(link);
  assert.equal(bare.statusCode, 422);
  assert.match(bare.body, /role="alert"/);
  for (let tries = 0; tries < 9; tries++) {
    assert.equal((await submit(link, { password: `guess ${tries}` })).statusCode, 422);
  }
  assert.equal((await look(link)).statusCode, 200);
  await submit(link, { password: 'the tenth' });
  assert.equal((await submit(link, { password })).statusCode, 410);
  assert.equal(await emailOf(token), email);
  const audit = await accounts.call('GET', '/v1/me/audit', { token });
  assert.deepEqual(
    [audit.body[0].event, audit.body[0].detail.reason],
    ['email_change_failed', 'wrong_password'],
  );
});

test('simultaneous guesses cannot exceed the limit', async () => {
  const { token, email } = await newUser();
  const strange = fresh('hasty');
  await ask(token, strange);
  const link = await confirmLink(strange);
  const guesses = Array.from({ length: 30 }, (_, tries) => submit(link, { password: `guess ${tries}` }));
  await Promise.all(guesses);
  assert.equal((await submit(link, { password })).statusCode, 410);
  const audit = await accounts.call('GET', '/v1/me/audit', { token });
  const tried = audit.body.find(({ event }: { event: string }) => event === 'email_change_failed');
  assert.equal(tried.detail.times, 10);
  assert.equal(await emailOf(token), email);
});

test('only one of two accounts that confirm the same address at once gets it', async () => {
  const [one, two] = [await newUser(), await newUser()];
  const wanted = fresh('wanted');
  await ask(one.token, wanted);
  await ask(two.token, wanted);
  const links = (await mails(wanted, /^Confirm your new/, 2)).map(linkIn);
  const pages = await Promise.all(links.map((link) => submit(link, { password })));
  assert.deepEqual(
    pages.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 410],
  );
  const emails = [await emailOf(one.token), await emailOf(two.token)];
  assert.equal(emails.filter((email) => email === wanted).length, 1);
});

test('a later sign-up with the address wins, and unconfirmed sign-ups of a new address are deleted', async () => {
  const { token, email } = await newUser();
  const wanted = fresh('wanted');
  await ask(token, wanted);
  const link = await confirmLink(wanted);
  await newUser(wanted);
  assert.equal((await submit(link, { password })).statusCode, 410);
  assert.equal(await emailOf(token), email);

  const other = fresh('other');
  await accounts.sql`
    insert into accounts.pending_registrations
      (id, email, email_key, first_name, last_name, password_hash, language, created_at, expires_at)
    values (gen_random_uuid(), ${other}, ${other}, 'N', 'N', '', 'en', ${accounts.clock.now()},
      ${new Date(accounts.clock.nowMs() + hourMs)})`;
  const waiting = async () =>
    (await accounts.sql`select 1 from accounts.pending_registrations where email_key = ${other}`).length;
  assert.equal(await waiting(), 1);
  await change(token, other);
  assert.equal(await waiting(), 0);
});

test('a change of address ends reset links, codes, one-time passwords and their sessions', async () => {
  const { token, email, uid } = await newUser();
  const recover = (body: object) => accounts.call('POST', '/forgetpassword', { body });
  await recover({ user_email: email });
  const mail = (await mails(email, /^Set a new password/))[0];
  const given = await recover({ user_email: email, code: codeIn(mail) });
  const early = await signIn(email, given.body.password);
  assert.equal(early.body.status, 'success');
  await recover({ user_email: email });
  const link = linkIn((await mails(email, /^Set a new password/, 2)).at(-1));
  assert.equal((await ask(early.token, fresh())).body.code, 'password_change_required');

  const { token: own } = await signIn(email);
  const next = fresh('next');
  await ask(own, next);
  assert.equal((await look(link)).statusCode, 200);
  assert.equal((await accounts.call('GET', '/v1/me', { token: early.token })).status, 200);
  await accounts.sql`
    update accounts.users set one_time_password_hash = 'left', one_time_password_expires_at = now() + interval '1 day'
    where id = ${uid}`;
  await submit(await confirmLink(next), { password });
  assert.equal((await look(link)).statusCode, 410);
  assert.equal((await accounts.call('GET', '/v1/me', { token: early.token })).status, 401);
  assert.equal(await emailOf(own), next, 'a session that began with the password continues');
  const [row] = await accounts.sql<{ one_time_password_hash: Buffer | null }[]>`
    select one_time_password_hash from accounts.users where id = ${uid}`;
  assert.equal(row?.one_time_password_hash, null);
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
});

test('requests per user and mails per address are limited', async () => {
  const { token } = await newUser();
  for (let times = 0; times < 5; times++) assert.equal((await ask(token, fresh())).status, 202);
  const refused = await ask(token, fresh());
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_attempts']);
  const waitMs = Number(refused.headers['retry-after']) * 1000;
  assert.ok(waitMs > 4 * hourMs && waitMs <= 5 * hourMs, String(waitMs));

  const flooded = fresh('flooded');
  for (let times = 0; times < 8; times++) {
    const { token: each } = await newUser();
    assert.equal((await ask(each, flooded)).status, 202);
  }
  assert.equal((await mails(flooded, /./)).length, 5);
});

test('a link works for a day', async () => {
  const { token, email } = await newUser();
  const next = fresh();
  await ask(token, next);
  const link = await confirmLink(next);
  accounts.clock.offsetMs += 24 * hourMs - 1000 - 60_000;
  assert.equal((await look(link)).statusCode, 200);
  accounts.clock.offsetMs += 2000 + 60_000;
  assert.equal((await look(link)).statusCode, 410);
  assert.equal((await submit(link, { password })).statusCode, 410);
  assert.equal(await emailOf(token), email);
});

test('while an erasure is scheduled the address cannot change; a sign-in cancels the erasure', async () => {
  const { token, email } = await newUser();
  const next = fresh();
  await ask(token, next);
  const link = await confirmLink(next);
  assert.equal((await accounts.call('DELETE', '/v1/me', { token })).status, 202);
  assert.equal((await look(link)).statusCode, 410);
  assert.equal((await submit(link, { password })).statusCode, 410);
  const back = await signIn(email);
  assert.equal((await submit(link, { password })).statusCode, 200);
  assert.equal(await emailOf(back.token), next);
});

test('the address of an account that is due for erasure is free', async () => {
  const gone = await newUser();
  await accounts.call('DELETE', '/v1/me', { token: gone.token });
  accounts.clock.offsetMs += 7 * 24 * hourMs + 1000;
  const { token } = await newUser();
  await change(token, gone.email);
  assert.equal(await emailOf(token), gone.email);
  assert.equal((await accounts.sql`select 1 from accounts.users where id = ${gone.uid}`).length, 0);
});

test('a social account with an unverified address gets a verified one without a password', async () => {
  const lax = await openAccountsApp();
  try {
    await lax.runJobs();
    const own = peopleOf(() => lax);
    const body = { ...ana, user_email: 'stated@example.com', user_password: '', user_type: '1' };
    await lax.call('POST', '/signup', { body });
    const { token } = await lax.call('POST', '/signin', { body });
    const proven = fresh('proven');
    assert.equal((await own.ask(token, proven)).status, 202);
    const link = await own.confirmLink(proven);
    assert.doesNotMatch((await own.look(link)).body, /type="password"/);
    assert.equal((await own.submit(link)).statusCode, 200);
    const me = (await lax.call('GET', '/v1/me', { token })).body;
    assert.deepEqual([me.email, me.email_confirmed, me.identities.length], [proven, true, 1]);
    assert.deepEqual(await lax.mailTo('stated@example.com', 0), [], 'it may belong to another person');
    const chosen = { new_password: 'quite a new one' };
    assert.equal((await lax.call('POST', '/v1/me/password', { token, body: chosen })).status, 204);
    assert.equal((await own.signIn(proven, 'quite a new one')).body.status, 'success');
  } finally {
    await lax.close();
  }
});
