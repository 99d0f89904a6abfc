import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, productionSettings, type TestApp } from '../../../test/support/app.ts';

let praca: TestApp;
before(async () => {
  praca = await openSocialApp();
});
after(() => praca.close());

type Method = 'POST' | 'DELETE';
const ask = (method: Method, url: string, cookie = '', headers: Record<string, string> = {}, body?: object) =>
  praca.app.inject({ method, url, headers: { cookie, ...headers }, ...(body ? { payload: body } : {}) });
const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';
const signIn = (id: string, cookie = '') =>
  ask('POST', '/app/session', cookie, {}, { user_id: id, name: 'Ana' });
const isGood = async (token: string): Promise<boolean> =>
  (await praca.app.inject({ url: '/social/oauth/session', headers: { authorization: `Bearer ${token}` } }))
    .statusCode === 200;

test('the refresh token is only in a cookie for the session routes and never in an answer', async () => {
  const answer = await signIn('cookie');
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(Object.keys(answer.json()), ['access_token', 'expires_in']);
  assert.match(
    String(answer.headers['set-cookie']),
    /^praca_app=[\w.-]+; Path=\/app\/session; Max-Age=5184000; HttpOnly; SameSite=Strict$/,
  );
  assert.ok(await isGood(answer.json().access_token));
  const renewed = await ask('POST', '/app/session/renew', cookieOf(answer));
  assert.notEqual(cookieOf(renewed), cookieOf(answer));
  assert.ok(await isGood(renewed.json().access_token));
  const bad = await ask('POST', '/app/session', '', {}, { name: 'Ana' });
  assert.deepEqual([bad.statusCode, bad.json().code], [400, 'invalid_input']);
});

test('simultaneous renewals by several tabs all get a token and the same valid cookie', async () => {
  const first = cookieOf(await signIn('tabs'));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask('POST', '/app/session/renew', first)),
  );
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
  const [kept = '', ...others] = new Set(answers.map(cookieOf));
  assert.deepEqual(others, []);
  assert.equal((await ask('POST', '/app/session/renew', kept)).statusCode, 200);
});

test('a page of another site cannot sign in, renew or end a session', async () => {
  const answer = await signIn('foreign');
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]) {
    for (const [method, url] of [
      ['POST', '/app/session'],
      ['POST', '/app/session/renew'],
      ['DELETE', '/app/session'],
    ] as const) {
      const refused = await ask(method, url, cookieOf(answer), headers);
      assert.deepEqual([refused.statusCode, refused.headers['set-cookie']], [403, undefined], url);
    }
  }
  assert.ok(await isGood(answer.json().access_token));
});

test('signing out ends the session, its tokens and the cookie, and a new sign-in ends the previous session', async () => {
  const before = await signIn('before');
  const after = await signIn('after', cookieOf(before));
  assert.equal(await isGood(before.json().access_token), false);
  const ended = await ask('DELETE', '/app/session', cookieOf(after));
  assert.equal(ended.statusCode, 204);
  assert.match(String(ended.headers['set-cookie']), /^praca_app=; .*Max-Age=0/);
  assert.equal(await isGood(after.json().access_token), false);
  const over = await ask('POST', '/app/session/renew', cookieOf(after));
  assert.deepEqual([over.statusCode, over.json().code], [401, 'invalid_grant']);
  assert.match(String(over.headers['set-cookie']), /Max-Age=0/);
  // Ending a session twice or without a cookie is no error. A forged cookie ends nothing.
  assert.equal((await ask('DELETE', '/app/session')).statusCode, 204);
  const other = await signIn('other');
  for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
    const forged = cookieOf(other).slice(0, -1) + last;
    if (forged !== cookieOf(other)) await ask('DELETE', '/app/session', forged);
  }
  assert.ok(await isGood(other.json().access_token));
});

test('production requires proof of identity, and its cookie is for https only', async () => {
  const production = await openSocialApp({ settings: productionSettings });
  try {
    const post = (url: string) =>
      production.app.inject({ method: 'POST', url, payload: { user_id: 'ana', name: 'Ana' } });
    const refused = await post('/app/session');
    assert.deepEqual([refused.statusCode, refused.json().code], [401, 'identity_not_proven']);
    const over = await post('/app/session/renew');
    assert.match(String(over.headers['set-cookie']), /^__Secure-praca_app=.*; Secure$/);
  } finally {
    await production.close();
  }
});
