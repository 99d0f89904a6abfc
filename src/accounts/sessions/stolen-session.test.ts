import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ana,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../test/support/accounts.ts';

/** What whoever holds a session, a link or a one-time password of somebody else's must not make of it. */
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

test('what lasts longer than the session needs one that was begun a short while ago', async () => {
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

test('a first password, too, needs a session that was begun a short while ago', async () => {
  const { token, body } = await newUser(lax);
  await lax.sql`update accounts.users set password_hash = null where id = ${body.uid}`;
  lax.clock.offsetMs += hourMs + 1000;
  const answer = await lax.call('POST', '/v1/me/password', {
    token,
    body: { new_password: 'quite a new one' },
  });
  assert.deepEqual([answer.status, answer.body.code], [403, 'recent_sign_in_required']);
});

test('where there is no address to sign in with, a password is refused', async () => {
  const social = { ...ana, user_email: 'stated@example.com', user_type: '1' };
  await lax.call('POST', '/signup', { body: social });
  const { token } = await lax.call('POST', '/signin', { body: social });
  const answer = await lax.call('POST', '/v1/me/password', {
    token,
    body: { new_password: 'quite a new one' },
  });
  assert.deepEqual([answer.status, answer.body.code], [409, 'address_required']);
});

test('a new password ends the links that are still on their way', async () => {
  const { token, user_email } = await newUser();
  await accounts.call('POST', '/forgetpassword', { body: { user_email } });
  const link = linkIn((await accounts.mailTo(user_email))[0]);
  const follow = () => accounts.app.inject(link.pathname + link.search);
  assert.equal((await follow()).statusCode, 200);
  const body = { current_password: ana.user_password, new_password: 'quite a new one' };
  assert.equal((await accounts.call('POST', '/v1/me/password', { token, body })).status, 204);
  assert.equal((await follow()).statusCode, 410);
});

test('neither the current password nor a one-time password becomes the new one', async () => {
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

test('a session that was begun with a one-time password ends with the day, however much it is used', async () => {
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

test('wrong codes of an authenticator app are on record', async () => {
  const { token } = await newUser();
  await accounts.call('POST', '/v1/me/totp', { token, body: {} });
  await accounts.call('POST', '/v1/me/totp/confirm', { token, body: { totp: '000000' } });
  const { body } = await accounts.call('GET', '/v1/me/audit', { token });
  assert.deepEqual([body[0].event, body[0].detail.reason], ['totp_failed', 'totp_invalid']);
});

test('a social user’s picture from elsewhere can be removed', async () => {
  const social = { ...ana, user_email: 'pictured@example.com', user_type: '1' };
  await lax.call('POST', '/signup', {
    body: { ...social, user_profilepic: 'https://pictures.example/a.jpg' },
  });
  const { token } = await lax.call('POST', '/signin', { body: social });
  const removed = await lax.call('PATCH', '/v1/me', { token, body: { user_profilepic: '' } });
  assert.match(removed.body.ProfileImage, /initials-/);
});
