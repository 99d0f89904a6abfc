import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ana, openAccountsApp, type AccountsApp } from '../../../test/support/accounts.ts';

let accounts: AccountsApp;
let uid: string;
before(async () => {
  accounts = await openAccountsApp();
  uid = (await accounts.call('POST', '/signup', { body: ana })).body.uid;
});
after(() => accounts.close());

test('HEAD does not end a session', async () => {
  const { token } = await accounts.call('POST', '/signin', { body: ana });
  for (const path of ['/logout', `/logout/${uid}`]) {
    const answer = await accounts.app.inject({
      method: 'HEAD',
      url: `/accounts${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(answer.statusCode, 404);
    assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 200);
  }
  assert.equal((await accounts.call('GET', '/logout', { token })).body.status, 'success');
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
});

test('a page of another site cannot sign its visitors out, even in old browsers without fetch metadata', async () => {
  const { token } = await accounts.call('POST', '/signin', { body: ana });
  const cookie = `praca_session=${token}`;
  const foreign = await accounts.call('GET', '/logout', {
    headers: { cookie, referer: 'https://evil.example/' },
  });
  assert.equal(foreign.body.code, 'not_signed_in');
  const referer = `${accounts.platform.publicUrl}/docs`;
  const own = await accounts.call('GET', '/logout', { headers: { cookie, referer } });
  assert.equal(own.body.status, 'success');
});
