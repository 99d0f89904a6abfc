import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { base32nopad } from '@scure/base';
import * as client from 'openid-client';
import { createSignedInUser, type SignedInUser } from '../../../../test/support/signed-in-user.ts';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';
import { openTestApp, type TestApp } from '../../../../test/support/app.ts';

let praca: TestApp;
let user: SignedInUser;
let issuer: string;

before(async () => {
  // The port must be known before the server listens, because it is part of the tokens' issuer.
  const port = await findFreePort();
  issuer = `http://127.0.0.1:${port}/accounts`;
  praca = await openTestApp({
    settings: { PUBLIC_URL: `http://127.0.0.1:${port}`, ID_TOKEN_AUDIENCES: 'social,some-client,a' },
  });
  await praca.app.listen({ host: '127.0.0.1', port });
  user = await createSignedInUser(praca);
});
after(() => praca.close());

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const ask = (payload: object, headers: Record<string, string> = user.headers) =>
  praca.app.inject({ method: 'POST', url: '/accounts/v1/me/id-token', headers, payload });

/** The client names the claim only in the cause of its error. */
const refusedFor = (claim: string) => (error: unknown) => {
  assert.match(String((error as Error).cause), new RegExp(`unexpected .*"${claim}"`));
  return true;
};

test('an off-the-shelf OpenID client verifies the token by discovery', async () => {
  const { id_token: token, expires_in } = (await ask({ audience: 'some-client', nonce: 'n-1' })).json();
  assert.equal(expires_in, 600);
  const config = await client.discovery(new URL(issuer), 'some-client', undefined, undefined, {
    execute: [client.allowInsecureRequests],
  });
  client.useIdTokenResponseType(config);
  const callback = new URL(`https://client.example/callback#id_token=${token}`);
  const claims = await client.implicitAuthentication(config, callback, 'n-1');
  assert.equal(claims.sub, user.id);
  assert.equal(claims['email'], user.email);
  assert.equal(claims['email_verified'], true);
  assert.equal(claims['name'], 'Ana Souza');
  assert.match(claims['picture'] as string, /\/accounts\/images\/initials-AS-\d\.svg$/);
  await assert.rejects(client.implicitAuthentication(config, callback, 'n-2'), refusedFor('nonce'));
  const other = await client.discovery(new URL(issuer), 'other-client', undefined, undefined, {
    execute: [client.allowInsecureRequests],
  });
  client.useIdTokenResponseType(other);
  await assert.rejects(client.implicitAuthentication(other, callback, 'n-1'), refusedFor('aud'));
});

test('the published keys verify the token and contain no private parts', async () => {
  const { id_token: token } = (await ask({ audience: 'social' })).json();
  assert.equal(decodeProtectedHeader(token).alg, 'EdDSA');
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token, keys, { issuer, audience: 'social', algorithms: ['EdDSA'] });
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600);
  assert.equal(payload['nonce'], undefined);
  const published = await praca.app.inject('/accounts/.well-known/jwks.json');
  assert.equal(published.headers['cache-control'], 'public, max-age=60');
  for (const key of published.json().keys) {
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  }
});

test('the discovery document names this issuer and its keys', async () => {
  const { issuer: named, jwks_uri } = (
    await praca.app.inject('/accounts/.well-known/openid-configuration')
  ).json();
  assert.deepEqual([named, jwks_uri], [issuer, `${issuer}/.well-known/jwks.json`]);
});

test('an unconfirmed address has email_verified false', async () => {
  const unsure = await createSignedInUser(praca, ['Björk', '']);
  await praca.sql`update accounts.users set email_confirmed_at = null where id = ${unsure.id}`;
  const { id_token: token } = (await ask({ audience: 'a' }, unsure.headers)).json();
  const claims = decodeJwt(token);
  assert.deepEqual([claims['email_verified'], claims['name']], [false, 'Björk']);
  await praca.sql`update accounts.users set email = '', email_key = null where id = ${unsure.id}`;
  const without = decodeJwt((await ask({ audience: 'a' }, unsure.headers)).json().id_token);
  assert.ok(!('email' in without) && !('email_verified' in without));
});

test('refuses an audience that is not in ID_TOKEN_AUDIENCES', async () => {
  for (const audience of ['shop', 'Social', 'social2']) {
    const answer = await ask({ audience });
    assert.equal(answer.statusCode, 400, audience);
    assert.deepEqual(
      answer.json().errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
      [['audience', 'not_allowed']],
    );
  }
});

test('a token states the time and method of the sign-in and has a unique id', async () => {
  const credentials = {
    user_email: 'amr@example.com',
    user_password: 'a table near the window',
    user_type: '0',
  };
  const post = async (path: string, payload: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await praca.app.inject({ method: 'POST', url: `/accounts${path}`, payload, headers });
    return {
      body: answer.body === '' ? {} : answer.json(),
      token: String(answer.headers['x-session-token']),
    };
  };
  await post('/signup', { ...credentials, user_Fname: 'Ana', user_Lname: 'Souza' });
  const before = Math.floor(praca.clock.nowMs() / 1000);
  const { token } = await post('/signin', credentials);
  const after = Math.floor(praca.clock.nowMs() / 1000);
  praca.clock.offsetMs += 120_000;
  const tokens = await Promise.all(
    [1, 2].map(async () => (await post('/v1/me/id-token', { audience: 'social' }, token)).body.id_token),
  );
  const [claims, others] = tokens.map((each: string) => decodeJwt(each));
  assert.deepEqual(claims?.['amr'], ['pwd']);
  const authTime = Number(claims?.['auth_time']);
  assert.ok(authTime >= before && authTime <= after, 'the time of the sign-in, not that of the token');
  assert.notEqual(claims?.jti, others?.jti);

  const { secret } = (await post('/v1/me/totp', {}, token)).body;
  const code = () => timeBasedCode(Buffer.from(base32nopad.decode(secret)), stepAt(praca.clock.nowMs()));
  await post('/v1/me/totp/confirm', { totp: code() }, token);
  praca.clock.offsetMs += 60_000;
  const strong = await post('/signin', { ...credentials, totp: code() });
  const change = { current_password: credentials.user_password, new_password: 'another table at the door' };
  const changed = await post('/v1/me/password', change, strong.token);
  const kept = (await post('/v1/me/id-token', { audience: 'social' }, changed.token)).body;
  assert.deepEqual(decodeJwt(kept.id_token)['amr'], ['pwd', 'otp', 'mfa'], 'also after a change of password');
  const social = { ...credentials, user_email: 'fed@example.com', user_type: '1', user_password: '' };
  await post('/signup', { ...social, user_Fname: 'Ana', user_Lname: 'Souza' });
  const federated = await post('/signin', social);
  const { id_token: made } = (await post('/v1/me/id-token', { audience: 'social' }, federated.token)).body;
  assert.deepEqual(decodeJwt(made)['amr'], ['fed']);
});

test('refuses a malformed audience, and an ID token does not work as a session', async () => {
  const bad = [{ audience: 'a b' }, { audience: 'ä' }];
  for (const payload of bad) {
    const answer = await ask(payload);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].field, 'audience');
  }
  const { id_token: token } = (await ask({ audience: 'a' })).json();
  assert.equal((await ask({ audience: 'a' }, { authorization: `Bearer ${token}` })).statusCode, 401);
});
