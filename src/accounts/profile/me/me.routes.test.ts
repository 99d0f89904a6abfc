import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { holdTime } from '../../../../test/support/app.ts';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { until } from '../../../../test/support/process.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';
import { isLockAwaited } from '../../../../test/support/row-locks.ts';
import { decodePicture, pictureBudget } from '../../../platform/images/decode-picture.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
  holdTime(accounts.clock, 1);
  await accounts.runJobs();
});
after(() => accounts.close());

let count = 0;
async function newUser() {
  const user_email = `user${count++}@example.com`;
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  return { user_email, ...(await signIn(user_email)) };
}
async function signIn(user_email: string, user_password = ana.user_password, headers = {}) {
  const body = { user_email, user_password, user_type: '0' };
  const { token, body: answer } = await accounts.call('POST', '/signin', { body, headers });
  return { token, uid: String(answer.uid), answer };
}

test('a picture whose client has disconnected is not processed, and the profile stays unchanged', async () => {
  const { token } = await newUser();
  const image = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const url = `${await accounts.listen()}/accounts/v1/me`;
  const gone = new AbortController();
  const send = (signal?: AbortSignal) =>
    fetch(url, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_profilepic: image.toString('base64') }),
      ...(signal ? { signal } : {}),
    });
  const pictureOf = async (): Promise<string> =>
    String((await accounts.call('GET', '/v1/me', { token })).body.ProfileImage);
  const before = await pictureOf();

  const held = Promise.withResolvers<void>();
  const holding = Array.from({ length: 3 }, () => decodePicture(image, () => held.promise));
  try {
    const sent = assert.rejects(send(gone.signal), { name: 'AbortError' });
    await until(() => pictureBudget.waiting === 1, 'the picture in line');
    gone.abort();
    await sent;
    await until(() => pictureBudget.waiting === 0, 'the end of its wait');
  } finally {
    held.resolve();
    await Promise.all(holding);
  }
  assert.equal(await pictureOf(), before);

  assert.equal((await send()).status, 200);
  assert.notEqual(await pictureOf(), before);
});

test('a session token has one accepted spelling, as bearer and as cookie', async () => {
  const { token } = await newUser();
  const bytes = Buffer.from(token, 'base64url');
  const last = String.fromCharCode(token.charCodeAt(42) + 1);
  assert.ok(Buffer.from(token.slice(0, -1) + last, 'base64url').equals(bytes));
  for (const text of [token.slice(0, -1) + last, `${token}=`, `${token}A`, bytes.toString('base64')]) {
    const carried = [{ authorization: `Bearer ${text}` }, { cookie: `praca_session=${text}` }];
    for (const headers of carried) {
      assert.equal((await accounts.call('GET', '/v1/me', { headers })).status, 401, JSON.stringify(headers));
    }
  }
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 200);
});

test('a session ends if it is unused for its lifetime, and each use prolongs it', async () => {
  const { token } = await newUser();
  const unused = await newUser();
  accounts.clock.offsetMs += 29 * 24 * 3_600_000;
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 200);
  accounts.clock.offsetMs += 2 * 24 * 3_600_000;
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 200);
  assert.equal((await accounts.call('GET', '/v1/me', { token: unused.token })).status, 401);
});

test('changes with the cookie are refused from pages of other sites; reads and bearer tokens are not', async () => {
  const { token } = await newUser();
  const cookie = `praca_session=${token}`;
  const change = (headers: Record<string, string>) =>
    accounts.call('PATCH', '/v1/me', { headers: { cookie, ...headers }, body: { user_Fname: 'Bia' } });
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    assert.equal((await change(headers)).body.code, 'cross_site_request');
  }
  const own: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { origin: accounts.platform.publicUrl },
  ];
  for (const headers of own) {
    assert.equal((await change(headers)).status, 200);
  }
  // Browsers never add a bearer token by themselves.
  const bearer = await accounts.call('PATCH', '/v1/me', {
    token,
    headers: { 'sec-fetch-site': 'cross-site' },
    body: { user_Fname: 'Bia' },
  });
  assert.equal(bearer.status, 200);
  const reading = await accounts.call('GET', '/v1/me', {
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(reading.status, 200);
});

test('when a session is prolonged, its cookie is sent again with the new lifetime', async () => {
  const { token } = await newUser();
  const ask = () => accounts.call('GET', '/v1/me', { headers: { cookie: `praca_session=${token}` } });
  assert.equal((await ask()).headers['set-cookie'], undefined);
  accounts.clock.offsetMs += 20 * 24 * 3_600_000;
  const cookie = `praca_session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`;
  assert.equal((await ask()).headers['set-cookie'], cookie);
  assert.equal((await ask()).headers['set-cookie'], undefined);
  accounts.clock.offsetMs += 20 * 24 * 3_600_000;
  assert.equal((await accounts.call('GET', '/v1/me', { token })).headers['set-cookie'], undefined);
});

test('a profile can be read and changed, including its picture', async () => {
  const { token, uid, user_email } = await newUser();
  const before = await accounts.call('GET', '/v1/me', { token });
  assert.deepEqual(
    [before.body.uid, before.body.email, before.body.has_password, before.body.totp_enabled],
    [uid, user_email, true, false],
  );
  const image = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const body = { user_Fname: ' Ana Clara ', language: 'pt', user_profilepic: image.toString('base64') };
  const changed = await accounts.call('PATCH', '/v1/me', { token, body });
  assert.deepEqual(
    [changed.status, changed.body.user_Fname, changed.body.user_Lname, changed.body.language],
    [200, 'Ana Clara', 'Souza', 'pt'],
  );
  const picture = await accounts.app.inject(new URL(changed.body.ProfileImage).pathname);
  assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/webp']);
  const removed = await accounts.call('PATCH', '/v1/me', { token, body: { user_profilepic: '' } });
  assert.match(removed.body.ProfileImage, /\/accounts\/images\/initials-AS-\d\.svg$/);
  assert.equal(removed.body.ProfileImage, before.body.ProfileImage);
  assert.equal((await accounts.app.inject(new URL(changed.body.ProfileImage).pathname)).statusCode, 404);
  for (const [field, value] of [
    ['user_Fname', ''],
    ['user_Lname', 'x'.repeat(101)],
    ['user_profilepic', 'no picture'],
    ['language', 'fr'],
    ['user_Fname', 7],
  ]) {
    const refused = await accounts.call('PATCH', '/v1/me', { token, body: { [String(field)]: value } });
    assert.deepEqual([refused.status, refused.body.errors?.[0].field], [400, field]);
  }
});

test('changing the password needs the current one, ends every other session and gives this one a new token', async () => {
  const { token, user_email } = await newUser();
  const other = await signIn(user_email);
  const change = (current_password: string | undefined, new_password: string) =>
    accounts.call('POST', '/v1/me/password', { token, body: { current_password, new_password } });
  assert.equal((await change('wrong', 'a new password')).body.code, 'wrong_password');
  assert.equal((await change(undefined, 'a new password')).body.errors[0].field, 'current_password');
  assert.equal((await change(ana.user_password, 'short')).body.errors[0].field, 'new_password');
  const changed = await change(ana.user_password, 'a new password');
  assert.equal(changed.status, 204);
  for (const old of [token, other.token]) {
    assert.equal((await accounts.call('GET', '/v1/me', { token: old })).status, 401);
  }
  assert.equal((await accounts.call('GET', '/v1/me', { token: changed.token })).status, 200);
  assert.equal((await signIn(user_email)).answer.code, 'invalid_credentials');
  assert.equal((await signIn(user_email, 'a new password')).answer.status, 'success');
  assert.equal((await accounts.mailTo(user_email)).at(-1)?.subject, 'Your password was changed');
});

test('guesses of the current password are throttled', async () => {
  const { token } = await newUser();
  const body = { current_password: 'wrong', new_password: 'a new password' };
  const statuses: number[] = [];
  // The delay grows with each failure, so that even a slow machine reaches it soon.
  while (statuses.at(-1) !== 429 && statuses.length < 15) {
    statuses.push((await accounts.call('POST', '/v1/me/password', { token, body })).status);
  }
  assert.deepEqual(statuses.slice(0, 6), [403, 403, 403, 403, 403, 403]);
  assert.equal(statuses.at(-1), 429);
});

test('lists sessions, ends one of them, and ends all others than the current one', async () => {
  const { token, user_email } = await newUser();
  const [phone, tablet] = [
    await signIn(user_email, ana.user_password, { 'user-agent': 'phone' }),
    await signIn(user_email, ana.user_password, { 'user-agent': 'tablet' }),
  ];
  const list = async () => (await accounts.call('GET', '/v1/me/sessions', { token })).body;
  const sessions = await list();
  assert.equal(sessions.length, 3);
  assert.equal(sessions.filter((session: { current: boolean }) => session.current).length, 1);
  const { id } = sessions.find((session: { user_agent: string }) => session.user_agent === 'phone');
  const end = () => accounts.call('DELETE', `/v1/me/sessions/${id}`, { token });
  assert.equal((await end()).status, 204);
  assert.equal((await end()).status, 404);
  assert.equal((await accounts.call('GET', '/v1/me', { token: phone.token })).status, 401);
  const others = await accounts.call('DELETE', '/v1/me/sessions', { token });
  assert.deepEqual(others.body, { ended: 1 });
  assert.equal((await accounts.call('GET', '/v1/me', { token: tablet.token })).status, 401);
  assert.equal((await list()).length, 1);
});

test('a missing id in a DELETE path does not delete more', async () => {
  const { token, user_email } = await newUser();
  const other = await signIn(user_email);
  for (const path of ['/v1/me/sessions/', '/v1/me/sessions/?x=1', '/v1/me/', '/v1/me/identities/']) {
    for (const sent of [{ token }, {}]) {
      const { status, body } = await accounts.call('DELETE', path, sent);
      assert.deepEqual([status, body.code], [404, 'not_found'], path);
    }
  }
  for (const session of [token, other.token]) {
    assert.equal((await accounts.call('GET', '/v1/me/', { token: session })).status, 200);
  }
  const ended = await accounts.call('DELETE', '/v1/me/sessions?x=/', { token });
  assert.deepEqual(ended.body, { ended: 1 });
});

test('lists the audit newest first, page by page, without secrets', async () => {
  const { token, user_email } = await newUser();
  await signIn(user_email, 'a very wrong password');
  await accounts.call('POST', '/forgetpassword', { body: { user_email } });
  const again = await signIn(user_email);
  const page = (query: string) => accounts.call('GET', `/v1/me/audit${query}`, { token: again.token });
  const all = await page('');
  assert.deepEqual(
    all.body.map((entry: { event: string }) => entry.event),
    ['signed_in', 'one_time_password_set', 'sign_in_failed', 'signed_in', 'signed_up'],
  );
  assert.equal(all.body[2].detail.reason, 'invalid_credentials');
  const first = await page('?limit=2');
  const next = new URL(/<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '');
  const second = await page(next.search);
  assert.deepEqual([...first.body, ...second.body], all.body.slice(0, 4));
  assert.equal((await page('?limit=201')).status, 400);
  const secrets = [ana.user_password, 'a very wrong password', token, again.token];
  const [row] = await accounts.sql<{ text: string }[]>`
    select string_agg(line, ' ') as text from (
      select a::text as line from accounts.audit a union all select r::text from accounts.refusals r
    ) as stored`;
  assertHidden(row?.text ?? '', secrets, [again.uid, 'sign_in_failed', 'invalid_credentials']);
  assertHidden(accounts.log.join(''), secrets, ['/accounts/signin', '/accounts/v1/me/audit']);
});

test('the database contains tokens and passwords only as hashes', async () => {
  const { token, user_email } = await newUser();
  const body = { user_email };
  const { password } = (await accounts.call('POST', '/forgetpassword', { body })).body;
  const again = await signIn(user_email);
  const oneTime = await signIn(user_email, password);
  const secrets = [ana.user_password, password, token, again.token, oneTime.token];
  const hashes = [again.token, oneTime.token].map((secret) => hashToken(secret).toString('hex'));
  const stored = await storedText(accounts.sql, 'accounts');
  assertHidden(stored, secrets, [user_email, '$argon2id$', ...hashes]);
});

test('a sign-in with the old password that runs while a new one is set gets no session', async () => {
  const { user_email } = await newUser();
  const late = await transaction(accounts.sql, async (tx) => {
    await tx`
      update accounts.users set password_changed_at = password_changed_at + interval '1 hour'
      where email_key = ${user_email}`;
    const answer = signIn(user_email);
    await until(() => isLockAwaited(accounts.sql), 'the sign-in that waits');
    return { answer };
  });
  const { answer, token } = await late.answer;
  assert.deepEqual([answer.code, token], ['invalid_credentials', '']);
});
