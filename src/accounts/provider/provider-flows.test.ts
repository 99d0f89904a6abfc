import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import {
  allow,
  authorize,
  Browser,
  clientSecret,
  openProviderApp,
  redeem,
  redirectUri,
  type ProviderApp,
} from '../../../test/support/oidc.ts';
import { createSignedInUser, type SignedInUser } from '../../../test/support/signed-in-user.ts';

let praca: ProviderApp;
let user: SignedInUser;
const tokenOf = ({ headers }: SignedInUser): string => headers.authorization.slice('Bearer '.length);
const visit = (who: SignedInUser = user): Browser => new Browser(praca.issuer, tokenOf(who));

before(async () => {
  praca = await openProviderApp();
  user = await createSignedInUser(praca);
  await praca.addClient('web', 'public');
  await praca.addClient('server', 'server', { post_logout_redirect_uris: ['https://shop.example/bye'] });
  await praca.addClient('tv', 'device');
  await praca.addClient('robot', 'service');
});
after(() => praca.close());

test('code with PKCE: ID token, user information, refresh and introspection, from discovery alone', async () => {
  const config = await praca.discover('server', client.ClientSecretBasic(clientSecret));
  const asked = await authorize(config);
  const callback = await allow(visit(), asked.url);
  assert.ok(callback.startsWith(redirectUri), callback);
  assert.equal(new URL(callback).searchParams.get('iss'), praca.issuer);
  const tokens = await redeem(config, callback, asked);
  const claims = tokens.claims();
  assert.equal(claims?.sub, user.id);
  assert.deepEqual([claims['amr'], claims['acr']], [['pwd'], 'urn:praca:acr:1']);
  assert.equal(typeof claims['auth_time'], 'number');
  assert.equal(typeof claims['sid'], 'string');
  const profile = await client.fetchUserInfo(config, tokens.access_token, user.id);
  assert.deepEqual([profile.email, profile.email_verified, profile.name], [user.email, true, 'Ana Souza']);
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.notEqual(next.refresh_token, tokens.refresh_token);
  assert.equal(next.claims()?.['sid'], claims['sid']);
  assert.equal((await client.tokenIntrospection(config, next.access_token)).active, true);
  await client.tokenRevocation(config, next.refresh_token ?? '');
  assert.equal((await client.tokenIntrospection(config, next.access_token)).active, false);
});

test('a pushed request and DPoP, for a public client', async () => {
  const config = await praca.discover('web');
  const verifier = client.randomPKCECodeVerifier();
  const handle = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  const url = await client.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 's',
  });
  assert.deepEqual([...url.searchParams.keys()].toSorted(), ['client_id', 'request_uri']);
  const callback = await allow(visit(), url);
  const checks = { pkceCodeVerifier: verifier, expectedState: 's', idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(config, new URL(callback), checks, undefined, {
    DPoP: handle,
  });
  assert.equal(tokens.token_type, 'dpop');
  const profile = await client.fetchUserInfo(config, tokens.access_token, user.id, { DPoP: handle });
  assert.equal(profile.sub, user.id);
  await assert.rejects(client.fetchUserInfo(config, tokens.access_token, user.id));
});

test('a device gets tokens after its code is confirmed in a browser', async () => {
  const config = await praca.discover('tv');
  const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid email' });
  assert.equal(begun.verification_uri, `${praca.issuer}/device`);
  const browser = visit();
  const form = await browser.go(begun.verification_uri);
  const xsrf = (text: string): string => /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const wrong = await browser.go(begun.verification_uri, { xsrf: xsrf(form.text), user_code: 'AAAA-AAAA' });
  assert.match(wrong.text, /This code is wrong or has expired/);
  const confirm = await browser.go(begun.verification_uri, {
    xsrf: xsrf(wrong.text),
    user_code: begun.user_code.toLowerCase(),
  });
  assert.match(confirm.text, /Is this your device\?/);
  assert.ok(confirm.text.includes(begun.user_code));
  const consent = await browser.go(begun.verification_uri, {
    xsrf: xsrf(confirm.text),
    user_code: begun.user_code,
    confirm: 'yes',
  });
  assert.match(consent.text, /The tv asks for access/);
  const done = await browser.go(`${consent.url}/consent`, {});
  assert.match(done.text, /The device is connected/);
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
  assert.equal(tokens.claims()?.sub, user.id);
  assert.equal((await client.fetchUserInfo(config, tokens.access_token, user.id)).email, user.email);
});

test('a server gets a token of its own by its secret, and none by another', async () => {
  const config = await praca.discover('robot', client.ClientSecretBasic(clientSecret));
  const tokens = await client.clientCredentialsGrant(config);
  assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, true);
  const wrong = await praca.discover('robot', client.ClientSecretBasic(`${clientSecret}!`));
  await assert.rejects(client.clientCredentialsGrant(wrong), { code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' });
});

test('signing out at the application ends the session and its tokens', async () => {
  const person = await createSignedInUser(praca);
  const browser = visit(person);
  const config = await praca.discover('server', client.ClientSecretBasic(clientSecret));
  const asked = await authorize(config);
  const tokens = await redeem(config, await allow(browser, asked.url), asked);
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: 'https://shop.example/bye',
    state: 'x',
  });
  const page = await browser.go(url.href);
  assert.match(page.text, /Sign out\?/);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const left = await browser.go(`${praca.issuer}/oidc/end-session/confirm`, { xsrf, logout: 'yes' });
  assert.equal(left.url, 'https://shop.example/bye?state=x');
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
  assert.equal((await praca.call('GET', '/v1/me', { token: tokenOf(person) })).status, 401);
});

test('an access token of an application is no session of accounts', async () => {
  const config = await praca.discover('server', client.ClientSecretBasic(clientSecret));
  const asked = await authorize(config);
  const tokens = await redeem(config, await allow(visit(), asked.url), asked);
  for (const token of [tokens.access_token, tokens.id_token ?? '', tokens.refresh_token ?? '']) {
    assert.equal((await praca.call('GET', '/v1/me', { token })).status, 401);
  }
  assert.equal(decodeJwt(tokens.id_token ?? '').aud, 'server');
});

test('a connected application is listed, and loses its access when it is removed', async () => {
  const person = await createSignedInUser(praca);
  const config = await praca.discover('server', client.ClientSecretBasic(clientSecret));
  const asked = await authorize(config);
  const tokens = await redeem(config, await allow(visit(person), asked.url), asked);
  const token = tokenOf(person);
  const { body } = await praca.call('GET', '/v1/me/sessions', { token });
  const listed = body.map(({ kind, client: shown, current }: Record<string, unknown>) => [
    kind,
    shown,
    current,
  ]);
  const shown = { id: 'server', name: 'The server', logo_uri: null, scope: 'openid profile email' };
  assert.deepEqual(listed, [
    ['session', undefined, true],
    ['application', shown, false],
  ]);
  const stranger = await createSignedInUser(praca);
  const path = `/v1/me/sessions/${body[1].id}`;
  assert.equal((await praca.call('DELETE', path, { token: tokenOf(stranger) })).status, 404);
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.equal((await praca.call('DELETE', path, { token })).status, 204);
  await assert.rejects(client.refreshTokenGrant(config, next.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
  assert.equal((await praca.call('GET', '/v1/me', { token })).status, 200);
});

test('the applications of the sandbox sign a person in', async () => {
  for (const id of ['sandbox-web', 'sandbox-server']) {
    const browser = visit();
    const consent = await browser.go(`${praca.issuer}/try/${id}`);
    const done = await browser.go(`${consent.url}/consent`, {});
    assert.ok(done.text.includes(user.id), done.text);
  }
  const browser = visit();
  const device = await browser.go(`${praca.issuer}/try/sandbox-device`);
  const field = (text: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
  const user_code = field(device.text, 'user_code');
  const check = { user_code, device_code: field(device.text, 'device_code') };
  assert.match(
    (await browser.go(`${praca.issuer}/try/sandbox-device`, check)).text,
    /not been confirmed yet/,
  );
  const page = await browser.go(`${praca.issuer}/device`);
  const xsrf = field(page.text, 'xsrf');
  const consent = await browser.go(`${praca.issuer}/device`, { xsrf, user_code, confirm: 'yes' });
  await browser.go(`${consent.url}/consent`, {});
  assert.ok((await browser.go(`${praca.issuer}/try/sandbox-device`, check)).text.includes(user.id));
});
