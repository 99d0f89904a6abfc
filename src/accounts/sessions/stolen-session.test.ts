import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ana,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../test/support/accounts.ts';

/** Limits on what a person with a stolen session, link or one-time password can do. */
let accounts: AccountsApp;
let lax: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: { ...production, CONFIRM_ADDRESS: 'no' } });
  await accounts.runJobs();
  lax = await openAccountsApp();
});
after(async () => {
  await accounts.close();
  await lax.close();
});

const hourMs = 3_600_000;
let count = 0;
async function newUser(app = accounts) {
  const user_email = `somebody${count++}@example.com`;
  await app.call('POST', '/signup', { body: { ...ana, user_email } });
  return { user_email, ...(await signIn(user_email, ana.user_password, app)) };
}
const signIn = (user_email: string, user_password = ana.user_password, app = accounts) =>
  app.call('POST', '/signin', { body: { user_email, user_password, user_type: '0' } });

const lasting: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object][] = [
  ['POST', '/v1/me/totp', {}],
  ['POST', '/v1/me/totp/confirm', { totp: '123456' }],
  ['POST', '/v1/me/email', { user_email: 'thief@example.com' }],
  ['GET', '/v1/me/export'],
  ['DELETE', '/v1/me/identities/https%3A%2F%2Flogin.example'],
  ['DELETE', '/v1/me'],
];

test('sensitive operations need a sign-in within the last hour', async () => {
  const { token, user_email } = await newUser(lax);
  lax.clock.offsetMs += hourMs + 1000;
  for (const [method, path, body] of lasting) {
    const answer = await lax.call(method, path, { token, ...(body ? { body } : {}) });
    assert.deepEqual([answer.status, answer.body.code], [403, 'recent_sign_in_required'], path);
  }
  assert.equal((await lax.call('GET', '/v1/me', { token })).status, 200);
  const { token: fresh } = await signIn(user_email, ana.user_password, lax);
  assert.notEqual(fresh, '');
  for (const [method, path, body] of lasting) {
    const answer = await lax.call(method, path, { token: fresh, ...(body ? { body } : {}) });
    assert.notEqual(answer.status, 403, path);
    assert.notEqual(answer.body?.code, 'unauthorized', path);
  }
});

test('setting a first password needs a sign-in within the last hour', async () => {
  const { token, body } = await newUser(lax);
  await lax.sql`update accounts.users set password_hash = null where id = ${body.uid}`;
  lax.clock.offsetMs += hourMs + 1000;
  const answer = await lax.call('POST', '/v1/me/password', {
    token,
    body: { new_password: 'quite a new one' },
  });
  assert.deepEqual([answer.status, answer.body.code], [403, 'recent_sign_in_required']);
});

test('an account without a verified address cannot set a password', async () => {
  const social = { ...ana, user_email: 'stated@example.com', user_type: '1' };
  await lax.call('POST', '/signup', { body: social });
  const { token } = await lax.call('POST', '/signin', { body: social });
  const answer = await lax.call('POST', '/v1/me/password', {
    token,
    body: { new_password: 'quite a new one' },
  });
  assert.deepEqual([answer.status, answer.body.code], [409, 'address_required']);
});

test('a new password invalidates reset links that were mailed before', async () => {
  const { token, user_email } = await newUser();
  await accounts.call('POST', '/forgetpassword', { body: { user_email } });
  const link = linkIn((await accounts.mailTo(user_email))[0]);
  const follow = () => accounts.app.inject(link.pathname + link.search);
  assert.equal((await follow()).statusCode, 200);
  const body = { current_password: ana.user_password, new_password: 'quite a new one' };
  assert.equal((await accounts.call('POST', '/v1/me/password', { token, body })).status, 204);
  assert.equal((await follow()).statusCode, 410);
});

test('a new password must differ from the current and the one-time password', async () => {
  const { token, user_email } = await newUser(lax);
  const change = (session: string, body: object) =>
    lax.call('POST', '/v1/me/password', { token: session, body });
  const same = { current_password: ana.user_password, new_password: ana.user_password };
  const unchanged = await change(token, same);
  assert.deepEqual([unchanged.status, unchanged.body.errors?.[0].field], [400, 'new_password']);
  const oneTime: string = (await lax.call('POST', '/forgetpassword', { body: { user_email } })).body.password;
  const { token: early } = await signIn(user_email, oneTime, lax);
  for (const new_password of [oneTime, oneTime.replaceAll('-', ''), oneTime.toUpperCase()]) {
    const kept = await change(early, { new_password });
    assert.deepEqual([kept.status, kept.body.errors?.[0].field], [400, 'new_password'], new_password);
  }
  assert.equal((await change(early, { new_password: 'quite a new one' })).status, 204);
});

test('a session from a one-time password ends after a day, even if it is in use', async () => {
  const { user_email } = await newUser(lax);
  const { password } = (await lax.call('POST', '/forgetpassword', { body: { user_email } })).body;
  const { token, headers } = await signIn(user_email, password, lax);
  assert.match(String(headers['set-cookie']), /Max-Age=86400;/);
  for (let hours = 0; hours < 23; hours++) {
    lax.clock.offsetMs += hourMs;
    assert.equal((await lax.call('GET', '/v1/me', { token })).status, 200);
  }
  lax.clock.offsetMs += hourMs + 1000;
  assert.equal((await lax.call('GET', '/v1/me', { token })).status, 401);
});

test('wrong codes of an authenticator app are recorded', async () => {
  const { token } = await newUser();
  await accounts.call('POST', '/v1/me/totp', { token, body: {} });
  await accounts.call('POST', '/v1/me/totp/confirm', { token, body: { totp: '000000' } });
  const { body } = await accounts.call('GET', '/v1/me/audit', { token });
  assert.deepEqual([body[0].event, body[0].detail.reason], ['totp_failed', 'totp_invalid']);
});

test('a social user can remove a picture that is stored elsewhere', async () => {
  const social = { ...ana, user_email: 'pictured@example.com', user_type: '1' };
  await lax.call('POST', '/signup', {
    body: { ...social, user_profilepic: 'https://pictures.example/a.jpg' },
  });
  const { token } = await lax.call('POST', '/signin', { body: social });
  const removed = await lax.call('PATCH', '/v1/me', { token, body: { user_profilepic: '' } });
  assert.match(removed.body.ProfileImage, /initials-/);
});
