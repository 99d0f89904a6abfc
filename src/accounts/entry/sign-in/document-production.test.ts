import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime } from '../../../../test/support/app.ts';
import {
  ana,
  codeIn,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../../test/support/accounts.ts';
import { isId } from '../../../platform/ids.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: { ...production, MOVABLE_CLOCK: 'yes' } });
  holdTime(accounts.clock, 1);
  await accounts.runJobs();
});
after(() => accounts.close());

const signIn = (user_password: string, user_email = ana.user_email, from = '192.0.2.1') =>
  accounts.call('POST', '/signin', { body: { user_email, user_password, user_type: '0' }, from });
const submit = (path: string, fields: Record<string, string>) =>
  accounts.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const follow = (link: URL) => accounts.app.inject(link.pathname + link.search);

test('an account works after its address is confirmed, and opening the link does not consume it', async () => {
  const created = await accounts.call('POST', '/signup', { body: ana });
  assert.deepEqual(Object.keys(created.body), ['status', 'msg', 'uid']);
  assert.ok(isId(created.body.uid));
  assert.equal((await signIn(ana.user_password)).body.code, 'invalid_credentials');
  const [mail] = await accounts.mailTo(ana.user_email);
  assert.equal(mail?.subject, 'Confirm your e-mail address');
  const link = linkIn(mail);
  assert.equal(link.origin + link.pathname, 'https://praca.example/accounts/confirm');
  for (let times = 0; times < 3; times++) assert.equal((await follow(link)).statusCode, 200);
  const token = link.searchParams.get('token') ?? '';
  assert.equal((await submit('/accounts/confirm', { token, password: 'another one' })).statusCode, 422);
  assert.equal((await submit('/accounts/confirm', { token, password: ana.user_password })).statusCode, 200);
  assert.equal((await submit('/accounts/confirm', { token, password: ana.user_password })).statusCode, 410);
  assert.equal((await follow(link)).statusCode, 410);
  const signed = await signIn(ana.user_password);
  assert.equal(signed.body.uid, created.body.uid);
  const onRecord = await accounts.sql<{ event: string }[]>`
    select event from accounts.audit where user_id = ${created.body.uid} order by id`;
  assert.equal(onRecord[0]?.event, 'signed_up');
  assert.match(
    (signed.headers['set-cookie'] as string[]).join('\n'),
    /^__Host-praca_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure\n__Host-praca_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a sign-up with a known address answers as for a new one and notifies the owner', async () => {
  const known = await accounts.call('POST', '/signup', { body: ana });
  const fresh = await accounts.call('POST', '/signup', { body: { ...ana, user_email: 'new@example.com' } });
  assert.ok(isId(known.body.uid));
  assert.deepEqual({ ...known.body, uid: '' }, { ...fresh.body, uid: '' });
  const headers = (called: typeof known) =>
    Object.fromEntries(
      Object.entries(called.headers).filter(([name]) => !/^(date|x-request-id)$/.test(name)),
    );
  assert.deepEqual(headers(known), headers(fresh));
  const mails = await accounts.mailTo(ana.user_email, 2);
  assert.equal(mails.at(-1)?.subject, 'You already have an account');
  assert.equal((await signIn(ana.user_password)).body.status, 'success');
});

test('a stranger who signed up first with my address gets no access, even if I follow the link of that sign-up', async () => {
  const mine = { ...ana, user_email: 'victim@example.com', user_password: 'only I know this one' };
  const theirs = { ...mine, user_password: 'the stranger knows this' };
  await accounts.call('POST', '/signup', { body: theirs });
  await accounts.call('POST', '/signup', { body: mine });
  await accounts.call('POST', '/signup', { body: theirs });
  const links = (await accounts.mailTo(mine.user_email, 3)).map(linkIn);
  assert.equal(links.length, 3);
  const registrations = async () => {
    const key = mine.user_email;
    return (await accounts.sql`select from accounts.pending_registrations where email_key = ${key}`).length;
  };
  assert.equal(await registrations(), 3);
  // The newest mail belongs to the stranger's sign-up.
  const token = links.at(-1)?.searchParams.get('token') ?? '';
  const page = await submit('/accounts/confirm', { token, password: mine.user_password });
  assert.equal(page.statusCode, 200);
  assert.equal((await signIn(theirs.user_password, mine.user_email)).body.code, 'invalid_credentials');
  assert.equal((await signIn(mine.user_password, mine.user_email)).body.status, 'success');
  for (const link of links) assert.equal((await follow(link)).statusCode, 410);
  assert.equal(await registrations(), 0);
});

test('the confirmation page allows ten wrong passwords per link', async () => {
  const user_email = 'guess@example.com';
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  const token = linkIn((await accounts.mailTo(user_email))[0]).searchParams.get('token') ?? '';
  const countTried = async () => {
    const [row] = await accounts.sql<{ times: number }[]>`
      select coalesce(sum(times), 0)::int as times from accounts.refusals where event = 'confirmation_failed'`;
    return row?.times ?? 0;
  };
  const before = await countTried();
  await Promise.all(
    Array.from({ length: 30 }, (_, tries) =>
      submit('/accounts/confirm', { token, password: `guess ${tries}` }),
    ),
  );
  assert.equal((await countTried()) - before, 10, 'also of many at once');
  assert.equal((await submit('/accounts/confirm', { token, password: ana.user_password })).statusCode, 410);
});

test('recovery answers the same for every address, with an empty password', async () => {
  const [known, unknown] = [
    await accounts.call('POST', '/forgetpassword', { body: { user_email: ana.user_email } }),
    await accounts.call('POST', '/forgetpassword', { body: { user_email: 'nobody@example.com' } }),
  ];
  assert.deepEqual(known.body, { status: 'success', password: '' });
  assert.equal(known.text, unknown.text);
  await accounts.settle();
  const mail = (await accounts.mailTo(ana.user_email)).at(-1);
  assert.equal(mail?.subject, 'Set a new password');
  assert.deepEqual(await accounts.mailTo('nobody@example.com', 0), []);
});

test('the reset link works once, ends every session, clears the failures and mails a notice', async () => {
  const { token: session } = await signIn(ana.user_password);
  for (let tries = 0; tries < 8; tries++) await signIn('wrong', ana.user_email, '198.51.100.4');
  assert.equal(
    (await signIn(ana.user_password, ana.user_email, '198.51.100.5')).body.code,
    'too_many_attempts',
  );
  const token = linkIn((await accounts.mailTo(ana.user_email)).at(-1)).searchParams.get('token') ?? '';
  const short = await submit('/accounts/new-password', { token, password: 'short', repeated: 'short' });
  assert.equal(short.statusCode, 422);
  const differs = await submit('/accounts/new-password', {
    token,
    password: 'a new one 1',
    repeated: 'a new one 2',
  });
  assert.equal(differs.statusCode, 422);
  const fields = { token, password: 'a new one 1', repeated: 'a new one 1' };
  const [one, other] = await Promise.all([
    submit('/accounts/new-password', fields),
    submit('/accounts/new-password', fields),
  ]);
  assert.deepEqual(
    [one.statusCode, other.statusCode].toSorted((a, b) => a - b),
    [200, 410],
  );
  assert.equal((await accounts.call('GET', '/v1/me', { token: session })).status, 401);
  assert.equal((await signIn(ana.user_password)).body.code, 'invalid_credentials');
  const signed = await signIn('a new one 1', ana.user_email, '198.51.100.5');
  assert.equal(signed.body.status, 'success');
  const subjects = (await accounts.mailTo(ana.user_email)).map((mail) => mail.subject);
  assert.equal(subjects.filter((subject) => subject === 'Your password was changed').length, 1);
});

test('a reset link expires after ten minutes', async () => {
  await accounts.call('POST', '/forgetpassword', { body: { user_email: 'victim@example.com' } });
  const link = linkIn((await accounts.mailTo('victim@example.com', 4)).at(-1));
  assert.equal(link.pathname, '/accounts/new-password');
  assert.equal((await follow(link)).statusCode, 200);
  const { sql } = accounts;
  await sql`update accounts.recoveries set expires_at = expires_at - interval '10 minutes'`;
  assert.equal((await follow(link)).statusCode, 410);
});

test('a mailed code gives a one-time password, which ends every session and must be changed', async () => {
  const user_email = 'coder@example.com';
  const body = { ...ana, user_email, user_Fname: 'Caio' };
  await accounts.call('POST', '/signup', { body, headers: { 'accept-language': 'pt' } });
  const confirm = (await accounts.mailTo(user_email))[0];
  assert.match(confirm?.subject ?? '', /Confirme/);
  const token = linkIn(confirm).searchParams.get('token') ?? '';
  await submit('/accounts/confirm', { token, password: ana.user_password });
  const before = (await signIn(ana.user_password, user_email)).token;
  const statusBefore = async () => (await accounts.call('GET', '/v1/me', { token: before })).status;
  await accounts.call('POST', '/forgetpassword', { body: { user_email } });
  const code = codeIn((await accounts.mailTo(user_email, 2)).at(-1));
  const exchange = (given: string, email = user_email) =>
    accounts.call('POST', '/forgetpassword', { body: { user_email: email, code: given } });
  const wrong = await exchange('0000-0000');
  assert.deepEqual([wrong.status, wrong.body.code], [200, 'code_invalid']);
  assert.equal((await exchange(code, 'nobody@example.com')).text, wrong.text);
  assert.equal(await statusBefore(), 200);
  const given = await exchange(code.toLowerCase().replace('-', ''));
  assert.equal(await statusBefore(), 401);
  assert.deepEqual(Object.keys(given.body), ['status', 'password']);
  assert.equal((await exchange(code)).body.code, 'code_invalid');
  const signed = await signIn(given.body.password, user_email);
  assert.equal(signed.body.status, 'success');
  const call = (method: 'GET' | 'POST', path: string, sent?: object) =>
    accounts.call(method, path, { token: signed.token, ...(sent ? { body: sent } : {}) });
  assert.equal((await call('GET', '/v1/me')).body.password_change_required, true);
  assert.equal((await call('GET', '/v1/me/sessions')).body.code, 'password_change_required');
  const changed = await call('POST', '/v1/me/password', { new_password: 'mine and new' });
  assert.equal(changed.status, 204);
  assert.equal((await accounts.call('GET', '/v1/me/sessions', { token: changed.token })).status, 200);
  assert.equal((await signIn(ana.user_password, user_email)).body.code, 'invalid_credentials');
  assert.equal((await signIn('mine and new', user_email)).body.status, 'success');
});

test('a code cannot be guessed, and wrong codes of strangers do not consume it', async () => {
  const user_email = 'victim@example.com';
  await accounts.sql`delete from platform.attempts`;
  await accounts.call('POST', '/forgetpassword', { body: { user_email } });
  await accounts.settle();
  const code = codeIn((await accounts.mailTo(user_email)).at(-1));
  const exchange = (given: string, from: string) =>
    accounts.call('POST', '/forgetpassword', { body: { user_email, code: given }, from });
  const codes: string[] = [];
  for (let tries = 0; tries < 12; tries++) {
    codes.push((await exchange(`AAAA-AAA${tries}`, `203.0.113.${tries}`)).body.code);
  }
  assert.equal(codes.at(-1), 'too_many_attempts', codes.join());
  const owner = '203.0.113.99';
  assert.equal((await exchange(code, owner)).body.code, 'too_many_attempts');
  // After the longest delay that strangers can cause.
  await accounts.sql`update platform.attempts set blocked_until = blocked_until - interval '61 seconds'`;
  assert.equal((await exchange(code, owner)).body.status, 'success');
  const [failed] = await accounts.sql<{ count: number }[]>`
    select count(*)::int from accounts.refusals where event = 'recovery_failed' and user_agent is not null
      and reasons ? 'too_many_attempts'`;
  assert.ok((failed?.count ?? 0) > 0);
});

test('an address gets at most five sign-up mails, however many are requested', async () => {
  const user_email = 'flooded@example.com';
  for (let times = 0; times < 12; times++) {
    await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  }
  await accounts.settle();
  assert.equal((await accounts.mailTo(user_email)).length, 5);
});

test('strangers who cause many mails cannot prevent a confirmation or a recovery', async () => {
  const user_email = 'shut@example.com';
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  const token = linkIn((await accounts.mailTo(user_email))[0]).searchParams.get('token') ?? '';
  const theirs = { ...ana, user_email, user_password: 'the stranger knows this' };
  for (let times = 0; times < 7; times++) await accounts.call('POST', '/signup', { body: theirs });
  await accounts.settle();
  assert.equal((await submit('/accounts/confirm', { token, password: ana.user_password })).statusCode, 200);
  const recoveries = async () => {
    await accounts.call('POST', '/forgetpassword', { body: { user_email } });
    await accounts.settle();
    const mails = await accounts.mailTo(user_email);
    return mails.filter((mail) => mail.subject === 'Set a new password').length;
  };
  const counts = [];
  for (let times = 0; times < 7; times++) counts.push(await recoveries());
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 5, 5]);
  await accounts.sql`update accounts.recoveries set expires_at = expires_at - interval '10 minutes'`;
  assert.equal(await recoveries(), 6);
});

test('a password that a sign-up adds to a social account ends its sessions and notifies the owner', async () => {
  const user_email = 'social@example.com';
  const confirm = async (password: string, mails: number) => {
    const link = linkIn((await accounts.mailTo(user_email, mails)).at(-1));
    const token = link.searchParams.get('token') ?? '';
    assert.equal((await submit('/accounts/confirm', { token, password })).statusCode, 200);
  };
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  await confirm(ana.user_password, 1);
  const { token, body } = await signIn(ana.user_password, user_email);
  await accounts.sql`update accounts.users set password_hash = null where email_key = ${user_email}`;
  const added = { ...ana, user_email: 'Social@example.com', user_password: 'added by a sign-up' };
  await accounts.call('POST', '/signup', { body: added });
  await confirm(added.user_password, 2);
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
  assert.equal((await accounts.mailTo(user_email, 3)).at(-1)?.subject, 'Your password was changed');
  assert.equal((await signIn(added.user_password, user_email)).body.uid, body.uid);
  const onRecord = await accounts.sql`
    select 1 from accounts.audit where user_id = ${body.uid} and event = 'password_changed'`;
  assert.equal(onRecord.length, 1);
});

test('logout ends only the session of the request, and only if it belongs to the given user', async () => {
  const mine = await signIn('a new one 1');
  const other = await signIn('only I know this one', 'victim@example.com');
  const uid: string = mine.body.uid;
  const path = `/logout/${uid}`;
  assert.equal((await accounts.call('GET', path)).body.code, 'not_signed_in');
  assert.equal((await accounts.call('GET', path, { token: other.token })).body.code, 'not_signed_in');
  assert.equal((await accounts.call('GET', '/v1/me', { token: mine.token })).status, 200);
  assert.equal((await accounts.call('GET', '/v1/me', { token: other.token })).status, 200);
  const cookie = `__Host-praca_session=${mine.token}`;
  const left = await accounts.call('GET', path, { headers: { cookie } });
  assert.equal(left.body.status, 'success');
  assert.match(String(left.headers['set-cookie']), /^__Host-praca_session=; Path=\/; Max-Age=0;/);
  assert.equal((await accounts.call('GET', '/v1/me', { token: mine.token })).status, 401);
});

test('a social identity without an ID token is refused', async () => {
  const body = { ...ana, user_password: '', user_type: '1' };
  assert.equal((await accounts.call('POST', '/signup', { body })).body.code, 'proof_required');
  assert.equal((await accounts.call('POST', '/signin', { body })).body.code, 'proof_required');
});

test('an account with an unconfirmed address gets a mailed link instead of a session', async () => {
  const user_email = 'early@example.com';
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  const token = linkIn((await accounts.mailTo(user_email))[0]).searchParams.get('token') ?? '';
  await submit('/accounts/confirm', { token, password: ana.user_password });
  await accounts.sql`update accounts.users set email_confirmed_at = null where email_key = ${user_email}`;
  assert.equal((await signIn('wrong', user_email)).body.code, 'invalid_credentials');
  assert.equal((await signIn(ana.user_password, user_email)).body.code, 'verification_required');
  assert.equal((await accounts.mailTo(user_email, 2)).at(-1)?.subject, 'Set a new password');
});
