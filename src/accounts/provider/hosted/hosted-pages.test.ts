import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as client from 'openid-client';
import { ana } from '../../../../test/support/accounts.ts';
import {
  allow,
  authorize,
  Browser,
  clientSecret,
  openProviderApp,
  redeem,
  redirectUri,
  type ProviderApp,
} from '../../../../test/support/oidc.ts';
import { createSignedInUser } from '../../../../test/support/signed-in-user.ts';

let praca: ProviderApp;
let config: client.Configuration;
const password = 'a table near the window';

before(async () => {
  praca = await openProviderApp();
  await praca.addClient('web', 'public');
  await praca.addClient('other', 'public');
  await praca.addClient('server', 'server');
  await praca.addClient('own', 'public', { first_party: true });
  await praca.addClient('own-app', 'native', {
    first_party: true,
    redirect_uris: ['com.example.app:/callback'],
  });
  config = await praca.discover('web');
});
after(() => praca.close());

async function signUp(name: string): Promise<string> {
  const email = `${name}@example.com`;
  const answer = await praca.call('POST', '/signup', {
    body: { ...ana, user_email: email, user_password: password },
  });
  assert.equal(answer.body.status, 'success', answer.text);
  return email;
}

const stored = async (): Promise<number> => {
  const [row] = await praca.sql<
    { count: number }[]
  >`select count(*)::integer as count from accounts.oidc_artefacts`;
  return row?.count ?? -1;
};

const visitorOf = async (): Promise<Browser> => {
  const person = await createSignedInUser(praca);
  return new Browser(praca.issuer, person.headers.authorization.slice('Bearer '.length));
};

test('signs in with address and password in a new session, and returns to the application', async () => {
  const email = await signUp('enter');
  const browser = new Browser(praca.issuer);
  const asked = await authorize(config, { login_hint: email, ui_locales: 'de' });
  const page = await browser.go(asked.url.href);
  assert.match(page.text, /Bei The web anmelden/);
  assert.ok(page.text.includes(`value="${email}"`));
  const wrong = await browser.go(`${page.url}/enter`, { email, password: 'wrong', lang: 'de' });
  assert.equal(wrong.status, 401);
  const consent = await browser.go(`${page.url}/enter`, { email, password });
  const first = browser.cookie('praca_session');
  assert.match(consent.text, /bittet um Zugriff/);
  const tokens = await redeem(config, (await browser.go(`${consent.url}/consent`, {})).url, asked);
  assert.equal(typeof tokens.refresh_token, 'string');

  const again = await authorize(config, { prompt: 'login' });
  const confirm = await browser.go(again.url.href);
  assert.match(confirm.text, /Confirm that it is you/);
  const callback = await browser.go(`${confirm.url}/enter`, { email, password });
  assert.ok(callback.url.startsWith(redirectUri), 'the grant moved to the new session');
  assert.notEqual(browser.cookie('praca_session'), first);
  const old = await praca.call('GET', '/v1/me', { token: first ?? '' });
  assert.equal(old.status, 401, 'the session before it has ended');
  assert.equal((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).error, undefined);
});

test('signs up, and continues to the application', async () => {
  const browser = new Browser(praca.issuer);
  const asked = await authorize(config, { prompt: 'create' });
  const page = await browser.go(asked.url.href);
  assert.match(page.text, /Create account/);
  const form = { first_name: 'Ana', last_name: 'Souza', email: 'new@example.com', password };
  const common = await browser.go(page.url, { ...form, password: 'password' });
  assert.equal(common.status, 422);
  const consent = await browser.go(page.url, form);
  const tokens = await redeem(config, (await browser.go(`${consent.url}/consent`, {})).url, asked);
  assert.equal(typeof tokens.claims()?.sub, 'string');
});

test('a one-time password is replaced before the sign-in goes on', async () => {
  const email = await signUp('forgot');
  const browser = new Browser(praca.issuer);
  const asked = await authorize(config);
  const page = await browser.go(asked.url.href);
  const mailed = await browser.go(`${page.url}/recover`, { email });
  const once = /one-time password is ([\w-]+)\./.exec(mailed.text)?.[1] ?? '';
  const chosen = await browser.go(`${page.url}/enter`, { email, password: once });
  assert.match(chosen.text, /Choose a new password now/);
  const consent = await browser.go(`${page.url}/new-password`, { password: 'another table at the door' });
  assert.match(consent.text, /asks for access/);
});

test('forms of other sites and of other browsers are refused', async () => {
  const email = await signUp('foreign');
  const asked = await authorize(config);
  const browser = new Browser(praca.issuer);
  const page = await browser.go(asked.url.href);
  const form = { email, password };
  const foreign = await browser.send(`${page.url}/enter`, form, { 'sec-fetch-site': 'cross-site' });
  const elsewhere = await new Browser(praca.issuer).send(`${page.url}/enter`, form);
  for (const answer of [foreign, elsewhere]) {
    assert.equal(answer.status, 400);
    assert.match(answer.text, /This page has expired, or it was opened in another browser/);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }
});

test('an application of the operator asks for no consent, unless it is a program on the device', async () => {
  const own = await authorize(await praca.discover('own'));
  assert.ok((await (await visitorOf()).go(own.url.href)).url.startsWith(redirectUri));
  const native = await authorize(await praca.discover('own-app'), {
    redirect_uri: 'com.example.app:/callback',
  });
  const page = await (await visitorOf()).go(native.url.href);
  assert.match(page.text, /asks for access/);
});

test('prompt=none answers without a page', async () => {
  const errorOf = async (browser: Browser): Promise<string | null> => {
    const { url } = await authorize(config, { prompt: 'none' });
    return new URL((await browser.go(url.href)).url).searchParams.get('error');
  };
  assert.equal(await errorOf(new Browser(praca.issuer)), 'login_required');
  const browser = await visitorOf();
  assert.equal(await errorOf(browser), 'consent_required');
  await allow(browser, (await authorize(config)).url);
  assert.equal(await errorOf(browser), null);
});

const badRequests: [string, Record<string, string>, RegExp][] = [
  ['an unknown client', { client_id: 'nobody' }, /client is invalid/],
  ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }, /redirect_uri did not match/],
  [
    'a redirect URI that only begins alike',
    { redirect_uri: `${redirectUri}/more` },
    /redirect_uri did not match/,
  ],
];
for (const [what, parameters, said] of badRequests) {
  test(`a request with ${what} shows a page with the request id, and stores nothing`, async () => {
    const before = await stored();
    const { url } = await authorize(config, parameters);
    const answer = await new Browser(praca.issuer).send(url.href);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /The application sent a request that is not valid/);
    assert.match(answer.text, said);
    assert.ok(answer.text.includes(answer.headers.get('x-request-id') ?? 'no id'));
    assert.equal(answer.headers.get('location'), null);
    assert.equal(await stored(), before);
  });
}

test('a request without PKCE, or for a token in the address, returns an error to the application', async () => {
  for (const [name, value, error] of [
    ['code_challenge', '', 'invalid_request'],
    ['code_challenge_method', 'plain', 'invalid_request'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['response_type', 'id_token', 'unsupported_response_type'],
  ] as const) {
    const { url } = await authorize(config);
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    const { location } = await (await visitorOf()).send(url.href);
    assert.match(location, new RegExp(`error=${error}`), name);
  }
});

test('a code is refused with another verifier, redirect URI or client, and stays usable for its own', async () => {
  const asked = await authorize(config);
  const callback = await allow(await visitorOf(), asked.url);
  const code = new URL(callback).searchParams.get('code') ?? '';
  const right = { client_id: 'web', code, redirect_uri: redirectUri, code_verifier: asked.verifier };
  for (const wrong of [
    { code_verifier: 'x'.repeat(43) },
    { redirect_uri: 'https://evil.example/callback' },
    { client_id: 'other' },
    { code: `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}` },
  ]) {
    const body = new URLSearchParams({ grant_type: 'authorization_code', ...right, ...wrong });
    const answer = await fetch(`${praca.issuer}/oidc/token`, { method: 'POST', body });
    assert.equal(((await answer.json()) as { error: string }).error, 'invalid_grant', JSON.stringify(wrong));
  }
  await assert.rejects(redeem(config, callback, { ...asked, state: 'another' }));
  assert.equal(typeof (await redeem(config, callback, asked)).access_token, 'string');
});

test('a person who is erased loses every token, and gets the sign-in page', async () => {
  const person = await createSignedInUser(praca);
  const browser = new Browser(praca.issuer, person.headers.authorization.slice('Bearer '.length));
  const server = await praca.discover('server', client.ClientSecretBasic(clientSecret));
  const asked = await authorize(server);
  const tokens = await redeem(server, await allow(browser, asked.url), asked);
  await praca.sql`update accounts.users set erase_at = now() - interval '1 hour' where id = ${person.id}`;
  await assert.rejects(client.refreshTokenGrant(server, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
  await assert.rejects(client.fetchUserInfo(server, tokens.access_token, person.id));
  assert.match((await browser.go((await authorize(server)).url.href)).text, /Sign in to The server/);
});

test('every way to end a session ends the tokens of its applications', async () => {
  const signIn = (email: string) =>
    praca.call('POST', '/signin', { body: { user_email: email, user_password: password, user_type: '0' } });
  const ends: Record<string, (token: string, email: string) => Promise<unknown>> = {
    logout: (token) => praca.call('GET', '/logout', { token }),
    'a new password set elsewhere': async (_token, email) =>
      praca.call('POST', '/v1/me/password', {
        token: (await signIn(email)).token,
        body: { current_password: password, new_password: 'another table here' },
      }),
    recovery: () =>
      praca.call('POST', '/forgetpassword', { body: { user_email: 'ends-recovery@example.com' } }),
    'a request for erasure': (token) =>
      praca.call('DELETE', '/v1/me', { token, body: { current_password: password } }),
    'thirty idle days': async () => void (praca.clock.offsetMs += 31 * 24 * 3_600_000),
  };
  for (const [what, end] of Object.entries(ends)) {
    const email = await signUp(`ends-${what.replaceAll(' ', '-')}`);
    const { token } = await signIn(email);
    const asked = await authorize(config);
    const tokens = await redeem(config, await allow(new Browser(praca.issuer, token), asked.url), asked);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await end(token, email);
    await assert.rejects(
      client.refreshTokenGrant(config, next.refresh_token ?? ''),
      { error: 'invalid_grant' },
      what,
    );
  }
});
