import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { createSignedInUser, type SignedInUser } from '../../../test/support/signed-in-user.ts';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';

let praca: TestApp;
let user: SignedInUser;
let issuer: string;

before(async () => {
  // The address has to be known before it listens: it is what the tokens are issued under.
  const port = await findFreePort();
  issuer = `http://127.0.0.1:${port}/accounts`;
  praca = await openTestApp({ settings: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
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

/** The client names the claim in the cause alone. */
const refusedFor = (claim: string) => (error: unknown) => {
  assert.match(String((error as Error).cause), new RegExp(`unexpected .*"${claim}"`));
  return true;
};

test('a stock OpenID client verifies the token by discovery alone', async () => {
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

test('the published keys verify it, and hold nothing private', async () => {
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

test('an address that nobody confirmed is told as such', async () => {
  const unsure = await createSignedInUser(praca, ['Björk', '']);
  await praca.sql`update accounts.users set email_confirmed_at = null where id = ${unsure.id}`;
  const { id_token: token } = (await ask({ audience: 'a' }, unsure.headers)).json();
  const claims = decodeJwt(token);
  assert.deepEqual([claims['email_verified'], claims['name']], [false, 'Björk']);
  await praca.sql`update accounts.users set email = '', email_key = null where id = ${unsure.id}`;
  const without = decodeJwt((await ask({ audience: 'a' }, unsure.headers)).json().id_token);
  assert.ok(!('email' in without) && !('email_verified' in without));
});

test('an audience is needed, and a session', async () => {
  const bad = [
    {},
    { audience: '' },
    { audience: 7 },
    { audience: 'a b' },
    { audience: 'ä' },
    { audience: 'a'.repeat(256) },
  ];
  for (const payload of bad) {
    const answer = await ask(payload);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].field, 'audience');
  }
  assert.equal((await ask({ audience: 'a' }, {})).statusCode, 401);
  assert.equal((await ask({ audience: 'a' }, { authorization: `Bearer ${'A'.repeat(43)}` })).statusCode, 401);
  const { id_token: token } = (await ask({ audience: 'a' })).json();
  assert.equal((await ask({ audience: 'a' }, { authorization: `Bearer ${token}` })).statusCode, 401);
});
