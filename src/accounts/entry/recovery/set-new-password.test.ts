import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import {
  ana,
  codeIn,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../../test/support/accounts.ts';
import { isLockAwaited } from '../../../../test/support/row-locks.ts';
import { until } from '../../../../test/support/process.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { lockUser } from '../../users/find-user.ts';

let accounts: AccountsApp;
let provider: OAuth2Server;
before(async () => {
  provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  accounts = await openAccountsApp({
    settings: { ...production, LOGIN_PROVIDERS: `local=${provider.issuer.url}|our-app` },
  });
  await accounts.runJobs();
});
after(async () => {
  await provider.stop();
  await accounts.close();
});

/** Calls with an ID token in which the provider states that the address is verified. */
async function callSocially(path: '/signup' | '/signin', subject: string, email: string) {
  const { nonce } = (await accounts.call('GET', '/nonce')).body;
  const id_token = await provider.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: 'our-app', sub: subject, nonce, email, email_verified: true });
    },
  });
  const body = { ...ana, user_email: email, user_password: '', user_type: '1', id_token };
  return accounts.call('POST', path, { body });
}

/**
 * Creates an account that its owner and a stranger can open by social login. The stranger's address has changed since.
 */
async function sharedAccount(name: string): Promise<{ uid: string; email: string; stranger: string }> {
  const email = `${name}@example.org`;
  const stranger = `${name} stranger`;
  const { uid } = (await callSocially('/signup', stranger, email)).body;
  assert.equal((await callSocially('/signin', `${name} owner`, email)).body.uid, uid);
  assert.equal((await callSocially('/signin', stranger, 'elsewhere@example.org')).body.uid, uid);
  return { uid, email, stranger };
}

async function recover(email: string, password: string): Promise<number> {
  await accounts.call('POST', '/forgetpassword', { body: { user_email: email } });
  await accounts.settle();
  const mails = await accounts.mailTo(email);
  const token = linkIn(mails.findLast((mail) => mail.text.includes('new-password'))).searchParams.get(
    'token',
  );
  const { statusCode } = await accounts.app.inject({
    method: 'POST',
    url: '/accounts/new-password',
    payload: new URLSearchParams({ token: token ?? '', password, repeated: password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return statusCode;
}

const eventsOf = async (uid: string, event: string): Promise<unknown[]> => {
  const rows = await accounts.sql<{ detail: unknown }[]>`
    select detail from accounts.audit where user_id = ${uid} and event = ${event}`;
  return rows.map(({ detail }) => detail);
};

test('a new password by mailed link unlinks all social logins, and the owner’s next social sign-in links theirs again', async () => {
  const { uid, email, stranger } = await sharedAccount('shared');
  assert.equal(await recover(email, 'a new one for me'), 200);
  assert.deepEqual(await eventsOf(uid, 'identity_unlinked'), [{ issuer: provider.issuer.url }]);
  const refused = await callSocially('/signin', stranger, 'elsewhere@example.org');
  assert.deepEqual([refused.body.code, refused.token], ['invalid_credentials', '']);
  const linked = (await eventsOf(uid, 'identity_linked')).length;
  const back = await callSocially('/signin', 'shared owner', email);
  assert.deepEqual([back.body.status, back.body.uid], ['success', uid]);
  assert.equal((await eventsOf(uid, 'identity_linked')).length, linked + 1);
  const me = await accounts.call('GET', '/v1/me', { token: back.token });
  assert.deepEqual([me.body.has_password, me.body.identities.length], [true, 1]);
});

test('a new password after a mailed code unlinks all social logins', async () => {
  const { uid, email, stranger } = await sharedAccount('coded');
  await accounts.call('POST', '/forgetpassword', { body: { user_email: email } });
  await accounts.settle();
  const mails = await accounts.mailTo(email);
  const code = codeIn(mails.findLast((mail) => mail.text.includes('new-password')));
  const { password } = (await accounts.call('POST', '/forgetpassword', { body: { user_email: email, code } }))
    .body;
  const body = { user_email: email, user_password: password, user_type: '0' };
  const { token } = await accounts.call('POST', '/signin', { body });
  assert.equal((await callSocially('/signin', stranger, 'elsewhere@example.org')).body.uid, uid, 'not yet');
  const changing = { token, body: { new_password: 'a new one for me' } };
  assert.equal((await accounts.call('POST', '/v1/me/password', changing)).status, 204);
  assert.deepEqual(await eventsOf(uid, 'identity_unlinked'), [{ issuer: provider.issuer.url }]);
  const refused = await callSocially('/signin', stranger, 'elsewhere@example.org');
  assert.deepEqual([refused.body.code, refused.token], ['invalid_credentials', '']);
});

test('a password set in a normal session keeps the social logins', async () => {
  const { email } = await sharedAccount('kept');
  const { token } = await callSocially('/signin', 'kept owner', email);
  const body = { new_password: 'a new one for me' };
  const changed = await accounts.call('POST', '/v1/me/password', { token, body });
  assert.equal(changed.status, 204);
  const me = await accounts.call('GET', '/v1/me', { token: changed.token });
  assert.equal(me.body.identities.length, 2);
});

test('a social sign-in that waits for the lock fails if its identity is unlinked meanwhile', async () => {
  const { uid, stranger } = await sharedAccount('late');
  let signIn: ReturnType<typeof callSocially> | undefined;
  await transaction(accounts.sql, async (tx) => {
    await lockUser(tx, uid, accounts.clock.now());
    signIn = callSocially('/signin', stranger, 'elsewhere@example.org');
    await until(() => isLockAwaited(accounts.sql), 'the sign-in that waits');
    await tx`delete from accounts.social_identities where user_id = ${uid}`;
  });
  const answer = await signIn;
  assert.deepEqual([answer?.body.code, answer?.token], ['invalid_credentials', '']);
});
