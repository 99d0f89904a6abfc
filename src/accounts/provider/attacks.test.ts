import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as client from 'openid-client';
import {
  allow,
  authorize,
  Browser,
  openProviderApp,
  redeem,
  redirectUri,
  type ProviderApp,
} from '../../../test/support/oidc.ts';
import { createSignedInUser, type SignedInUser } from '../../../test/support/signed-in-user.ts';
import { ana } from '../../../test/support/accounts.ts';
import { throttleKey } from '../../platform/throttle/throttle.store.ts';

/** What strangers, other browsers and dishonest applications try. */
let praca: ProviderApp;
let config: client.Configuration;
const tokenOf = ({ headers }: SignedInUser): string => headers.authorization.slice('Bearer '.length);
const visit = (who: SignedInUser): Browser => new Browser(praca.issuer, tokenOf(who));
const xsrfIn = (text: string): string => /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';

before(async () => {
  praca = await openProviderApp();
  await praca.addClient('web', 'public');
  await praca.addClient('tv', 'device');
  config = await praca.discover('web');
});
after(() => praca.close());

test('the id of a session, which lists show, opens and changes nothing as a cookie', async () => {
  const person = await createSignedInUser(praca);
  const browser = visit(person);
  const { body } = await praca.call('GET', '/v1/me/sessions', { token: tokenOf(person) });
  const id: string = body[0].id;
  const form = await browser.go(`${praca.issuer}/device`);
  const notes = () => praca.sql`
    select payload, session_id, expires_at from accounts.oidc_artefacts where kind = 'Session' and session_id = ${id}`;
  const before = await notes();
  assert.equal(before.length, 1);
  const thief = new Browser(praca.issuer, id);
  const own = await thief.go(`${praca.issuer}/device`);
  assert.notEqual(xsrfIn(own.text), xsrfIn(form.text));
  assert.deepEqual(await notes(), before);
});

test('a sign-in that was completed in one browser does not go on in another', async () => {
  const [first, other] = [await createSignedInUser(praca), await createSignedInUser(praca)];
  const browser = visit(first);
  const page = await browser.go((await authorize(config)).url.href);
  const answered = await browser.send(`${page.url}/consent`, {});
  const id = page.url.split('/').at(-1) ?? '';
  const cookie = `praca_resume=${id}; praca_session=${tokenOf(other)}`;
  const stolen = await fetch(answered.location, {
    headers: { cookie, accept: 'text/html' },
    redirect: 'manual',
  });
  assert.equal(stolen.status, 400);
  assert.ok((await browser.go(answered.location)).url.startsWith(redirectUri));
});

test('codes of devices cannot be guessed: wrong ones are counted by address, a right one resets nothing', async () => {
  const tv = await praca.discover('tv');
  const browser = visit(await createSignedInUser(praca));
  let page = await browser.go(`${praca.issuer}/device`);
  const enter = async (code: string) => {
    page = await browser.go(`${praca.issuer}/device`, { xsrf: xsrfIn(page.text), user_code: code });
    return page;
  };
  const enterRight = async () =>
    enter((await client.initiateDeviceAuthorization(tv, { scope: 'openid' })).user_code);
  for (let guess = 0; guess < 15; guess++) {
    assert.match((await enter('BBBB-BBBB')).text, /wrong or has expired/);
  }
  assert.match((await enterRight()).text, /Is this your device/);
  assert.equal((await enter('BBBB-BBBB')).status, 200);
  const key = throttleKey('device code', '127.0.0.1');
  const [counted] = await praca.sql<{ failures: number; delayed: boolean }[]>`
    select failures, blocked_until > last_failure_at as delayed from platform.attempts where key = ${key}`;
  assert.deepEqual(counted, { failures: 16, delayed: true });
  // The first delay is a second, and a test must not depend on its speed.
  const delay = (days: number) => praca.sql`
    update platform.attempts set blocked_until = now() + ${days}::integer * interval '1 day' where key = ${key}`;
  await delay(1);
  const refused = await enterRight();
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many wrong codes/);
  await delay(-1);
  assert.match((await enterRight()).text, /Is this your device/);
});

test('a new password keeps the applications of the session that sets it, and ends all others', async () => {
  const user_email = 'keeps@example.com';
  const password = ana.user_password;
  await praca.call('POST', '/signup', { body: { ...ana, user_email } });
  const connect = async () => {
    const { token } = await praca.call('POST', '/signin', {
      body: { user_email, user_password: password, user_type: '0' },
    });
    const asked = await authorize(config);
    return {
      token,
      tokens: await redeem(config, await allow(new Browser(praca.issuer, token), asked.url), asked),
    };
  };
  const [here, there] = [await connect(), await connect()];
  const changed = await praca.call('POST', '/v1/me/password', {
    token: here.token,
    body: { current_password: password, new_password: 'another table here' },
  });
  assert.equal(changed.status, 204);
  assert.equal((await praca.call('GET', '/v1/me', { token: here.token })).status, 401);
  assert.equal((await praca.call('GET', '/v1/me', { token: changed.token })).status, 200);
  const kept = await client.refreshTokenGrant(config, here.tokens.refresh_token ?? '');
  assert.equal(kept.claims()?.['sid'], here.tokens.claims()?.['sid']);
  await assert.rejects(client.refreshTokenGrant(config, there.tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
  const silent = await authorize(config, { prompt: 'none' });
  const callback = await new Browser(praca.issuer, changed.token).go(silent.url.href);
  assert.equal(new URL(callback.url).searchParams.get('error'), null, 'the grant is still known');
});
