import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { isId } from '../../../platform/ids.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
});
after(() => accounts.close());

const signIn = (body: object) => accounts.call('POST', '/signin', { body });

test('sign-up, sign-in and logout answer with exactly the fields of the interface document', async () => {
  const created = await accounts.call('POST', '/signup', { body: ana });
  assert.equal(created.status, 200);
  assert.deepEqual(Object.keys(created.body), ['status', 'msg', 'uid']);
  assert.equal(created.body.status, 'success');
  assert.ok(isId(created.body.uid));

  const signed = await signIn({
    user_email: ana.user_email,
    user_password: ana.user_password,
    user_type: '0',
  });
  assert.equal(signed.status, 200);
  assert.deepEqual(
    { ...signed.body, ProfileImage: '' },
    {
      status: 'success',
      uid: created.body.uid,
      email: 'ana@example.com',
      user_Fname: 'Ana',
      user_Lname: 'Souza',
      ProfileImage: '',
    },
  );
  assert.match(signed.body.ProfileImage, /^http:\/\/127\.0\.0\.1:\d+\/accounts\/images\//);
  assert.match(signed.token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(
    (signed.headers['set-cookie'] as string[])[0],
    `praca_session=${signed.token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  );

  const left = await accounts.call('GET', `/logout/${created.body.uid}`);
  assert.deepEqual([left.status, left.body], [200, { status: 'success', msg: 'You are logged out.' }]);
});

test('a taken address, a wrong password and an unknown address are answered with 200', async () => {
  const taken = await accounts.call('POST', '/signup', { body: { ...ana, user_email: 'ANA@EXAMPLE.com' } });
  assert.deepEqual([taken.status, taken.body.status, taken.body.code], [200, 'error', 'email_taken']);
  for (const [user_email, user_password] of [
    [ana.user_email, 'wrong password'],
    ['nobody@example.com', ana.user_password],
  ]) {
    const refused = await signIn({ user_email, user_password, user_type: '0' });
    assert.deepEqual(
      [refused.status, refused.body.status, refused.body.code],
      [200, 'error', 'invalid_credentials'],
    );
    assert.equal(refused.headers['set-cookie'], undefined);
  }
});

test('addresses are equal in any case, Unicode form and spelling of the domain', async () => {
  const body = { ...ana, user_email: 'Zoë@Bücher.example' };
  assert.equal((await accounts.call('POST', '/signup', { body })).body.status, 'success');
  for (const user_email of [
    'zoë@xn--bcher-kva.example',
    'ZOE\u0308@BÜCHER.EXAMPLE',
    ' zoë@bücher.example ',
  ]) {
    const signed = await signIn({ user_email, user_password: ana.user_password, user_type: 0 });
    assert.equal(signed.body.status, 'success', user_email);
    assert.equal(signed.body.email, 'Zoë@Bücher.example');
  }
});

test('recovery returns a one-time password, and the old password keeps working', async () => {
  const recovered = await accounts.call('POST', '/forgetpassword', { body: { user_email: ana.user_email } });
  assert.deepEqual(Object.keys(recovered.body), ['status', 'password']);
  assert.match(recovered.body.password, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
  const body = { user_email: ana.user_email, user_password: recovered.body.password, user_type: '0' };
  const [one, other] = await Promise.all([signIn(body), signIn(body)]);
  assert.equal([one, other].filter((answer) => answer.body.status === 'success').length, 1);
  assert.equal((await signIn(body)).body.code, 'invalid_credentials');
  const old = await signIn({ ...body, user_password: ana.user_password });
  assert.equal(old.body.status, 'success');
  const unknown = await accounts.call('POST', '/forgetpassword', { body: { user_email: 'x@example.com' } });
  assert.equal(unknown.body.code, 'unknown_email');
});

test('recovery ends every session of that user only', async () => {
  const signUp = async (user_email: string): Promise<string[]> => {
    await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
    const body = { user_email, user_password: ana.user_password, user_type: '0' };
    return [(await signIn(body)).token, (await signIn(body)).token];
  };
  const tokens = [...(await signUp('recovering@example.com')), ...(await signUp('bystander@example.com'))];
  const statuses = () =>
    Promise.all(tokens.map(async (token) => (await accounts.call('GET', '/v1/me', { token })).status));
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  const body = { user_email: 'recovering@example.com' };
  assert.equal((await accounts.call('POST', '/forgetpassword', { body })).body.status, 'success');
  assert.deepEqual(await statuses(), [401, 401, 200, 200]);
});

test('an unused one-time password expires after a day', async () => {
  const recovered = await accounts.call('POST', '/forgetpassword', { body: { user_email: ana.user_email } });
  accounts.clock.offsetMs += 24 * 3_600_000 + 1000;
  const body = { user_email: ana.user_email, user_password: recovered.body.password, user_type: '0' };
  assert.equal((await signIn(body)).body.code, 'invalid_credentials');
});

test('a social account with type 1 is separate from the e-mail account of the same address', async () => {
  const picture = 'https://pictures.example/bia.jpg';
  const body = { ...ana, user_password: '', user_profilepic: picture, user_type: '1' };
  const created = await accounts.call('POST', '/signup', { body });
  assert.equal(created.body.status, 'success');
  const again = await accounts.call('POST', '/signup', { body });
  assert.equal(again.body.code, 'email_taken');
  const signed = await signIn({ user_email: ana.user_email, user_password: '', user_type: '1' });
  assert.equal(signed.body.uid, created.body.uid);
  assert.equal(signed.body.ProfileImage, picture);
  const mail = await signIn({ user_email: ana.user_email, user_password: ana.user_password, user_type: '0' });
  assert.notEqual(mail.body.uid, created.body.uid);
  const unknown = await signIn({ user_email: 'nobody@example.com', user_type: '1' });
  assert.equal(unknown.body.code, 'invalid_credentials');
});

test('logout by uid ends all sessions of that user only', async () => {
  const credentials = { user_email: ana.user_email, user_password: ana.user_password, user_type: '0' };
  const [one, two] = [await signIn(credentials), await signIn(credentials)];
  const other = await signIn({ user_email: ana.user_email, user_type: '1' });
  await accounts.call('GET', `/logout/${one.body.uid}`);
  const statuses = await Promise.all(
    [one, two, other].map(async ({ token }) => (await accounts.call('GET', '/v1/me', { token })).status),
  );
  assert.deepEqual(statuses, [401, 401, 200]);
  for (const uid of ['nothing', '01a1dd64-8657-71c4-b163-7777e1ba6710']) {
    const unknown = await accounts.call('GET', `/logout/${uid}`);
    assert.deepEqual([unknown.status, unknown.body.code], [200, 'unknown_user']);
  }
});

test('logout without a uid ends the session of the request, given as cookie or bearer', async () => {
  const credentials = { user_email: ana.user_email, user_password: ana.user_password, user_type: '0' };
  const { token } = await signIn(credentials);
  const cookie = (await signIn(credentials)).token;
  assert.equal((await accounts.call('GET', '/logout', { token })).body.status, 'success');
  assert.equal((await accounts.call('GET', '/logout', { token })).body.code, 'not_signed_in');
  const headers = { cookie: `other=1; praca_session=${cookie}` };
  const foreign = await accounts.call('GET', '/logout', {
    headers: { ...headers, 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(foreign.body.code, 'not_signed_in');
  assert.equal((await accounts.call('GET', '/logout', { headers })).body.status, 'success');
  assert.equal((await accounts.call('GET', '/v1/me', { token: cookie })).status, 401);
  assert.equal((await accounts.call('GET', '/logout')).body.code, 'not_signed_in');
});

test('messages are in the language of the request', async () => {
  const say = async (language: string) => {
    const body = { user_email: 'nobody@example.com', user_password: 'x', user_type: '0' };
    const headers = { 'accept-language': language };
    return (await accounts.call('POST', '/signin', { body, headers, from: '192.0.2.9' })).body.msg;
  };
  assert.match(await say('pt-BR,pt;q=0.9'), /senha/);
  assert.match(await say('de'), /Passwort/);
  assert.match(await say('fr'), /password/);
});

test('field errors are in the language of the request, in errors and in msg', async () => {
  const refuse = async (language: string) => {
    const body = { ...ana, user_email: 'ana@@example.com' };
    const headers = { 'accept-language': language };
    return (await accounts.call('POST', '/signup', { body, headers, from: '192.0.2.9' })).body;
  };
  for (const [language, msg, message] of [
    ['pt', 'user_email não é válido.', 'deve ser um e-mail, como ana@example.com'],
    ['de', 'user_email ist nicht gültig.', 'muss eine E-Mail-Adresse sein, wie ana@example.com'],
    ['en', 'user_email is not valid.', 'must be an e-mail address, like ana@example.com'],
  ] as const) {
    const refused = await refuse(language);
    assert.deepEqual(
      [refused.msg, refused.errors],
      [msg, [{ field: 'user_email', code: 'malformed', message }]],
    );
  }
});

test('an internal error answers 200 without revealing its cause, and is logged and counted', async () => {
  const count = async (): Promise<string | undefined> =>
    /^accounts_failures_total (\d+)$/m.exec(await accounts.platform.metrics.registry.metrics())?.[1];
  const { sql, log } = accounts;
  assert.equal(await count(), '0');
  await sql`alter table platform.attempts rename to attempts_elsewhere`;
  try {
    const body = { user_email: ana.user_email, user_password: 'wrong', user_type: '0' };
    const failed = await accounts.call('POST', '/signin', { body, headers: { 'accept-language': 'de' } });
    assert.equal(failed.status, 200);
    const msg = 'Bei uns ist etwas schiefgegangen. Bitte noch einmal versuchen.';
    assert.deepEqual(failed.body, { status: 'error', msg, code: 'internal_error' });
    assert.match(String(failed.headers['x-request-id']), /^[0-9a-f-]{36}$/);
    const line = log.find((entry) => entry.includes(String(failed.headers['x-request-id'])));
    assert.match(line ?? '', /platform\.attempts/);
    assert.equal(await count(), '1');
  } finally {
    await sql`alter table platform.attempts_elsewhere rename to attempts`;
  }
});

test('only requests that do not reach the operation get another status', async () => {
  const raw = (payload: string, type = 'application/json') =>
    accounts.app.inject({
      method: 'POST',
      url: '/accounts/signin',
      payload,
      headers: { 'content-type': type },
    });
  for (const text of ['[]', '"text"', '7', 'null', '{', '']) {
    const answer = await raw(text);
    assert.equal(answer.statusCode, 400, text);
    assert.match(String(answer.headers['content-type']), /problem\+json/);
  }
  assert.equal((await raw('a=b', 'text/csv')).statusCode, 415);
  assert.equal((await raw(JSON.stringify({ user_email: 'x'.repeat(1_100_000) }))).statusCode, 413);
  assert.equal((await accounts.call('GET', '/nowhere')).status, 404);
  const large = await accounts.call('POST', '/signup', {
    body: { ...ana, user_profilepic: 'x'.repeat(9e6) },
  });
  assert.equal(large.status, 413);
});
