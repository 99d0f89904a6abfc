import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { ana, openAccountsApp, production, type AccountsApp } from '../../../../test/support/accounts.ts';
import { peopleOf } from '../../../../test/support/email-change.ts';

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
  if (provider.listening) await provider.stop();
  await accounts.close();
});

const { ask, confirmLink, fresh, submit, wayBack } = peopleOf(() => accounts);

/** Calls with an ID token for this subject and verified address. */
async function socially(path: '/signup' | '/signin', sub: string, email: string) {
  const { nonce } = (await accounts.call('GET', '/nonce')).body;
  const id_token = await provider.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: 'our-app', sub, nonce, email, email_verified: true });
    },
  });
  const body = { ...ana, user_email: email, user_password: '', user_type: '1', id_token };
  return accounts.call('POST', path, { body });
}

test('a social login opens the account after a change of address, and another with the old address does not', async () => {
  const [old, next] = [fresh('old'), fresh('next')];
  const { uid } = (await socially('/signup', 'owner', old)).body;
  const { token } = await socially('/signin', 'owner', old);
  assert.equal((await ask(token, next)).status, 202);
  assert.equal((await submit(await confirmLink(next))).statusCode, 200);
  assert.equal((await socially('/signin', 'owner', old)).body.uid, uid);
  assert.equal((await socially('/signin', 'another with the old address', old)).body.status, 'error');
  assert.equal((await socially('/signin', 'another with the new address', next)).body.uid, uid);
});

test('a restore unlinks identities linked by the new address, and the owner’s own is linked again by the old one', async () => {
  const [old, next] = [fresh('old'), fresh('next')];
  const { uid } = (await socially('/signup', 'robbed', old)).body;
  const { token } = await socially('/signin', 'robbed', old);
  await ask(token, next);
  await submit(await confirmLink(next));
  assert.equal((await socially('/signin', 'thief', next)).body.uid, uid);
  assert.equal((await submit(await wayBack(old))).statusCode, 200);
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
  assert.equal((await socially('/signin', 'thief', next)).body.code, 'invalid_credentials');
  assert.equal((await socially('/signin', 'robbed', old)).body.uid, uid);
});
