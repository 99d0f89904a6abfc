import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import * as client from 'openid-client';
import { ana, linkIn } from '../../../test/support/accounts.ts';
import {
  allow,
  authorize,
  Browser,
  openProviderApp,
  redeem,
  type ProviderApp,
} from '../../../test/support/oidc.ts';
import { until } from '../../../test/support/process.ts';
import { createSignedInUser, type SignedInUser } from '../../../test/support/signed-in-user.ts';
import { stepAt, timeBasedCode } from '../../platform/tokens/time-based-code.ts';
import { rotateSigningKey } from '../../platform/tokens/tokens.ts';
import { oneFactor, twoFactors } from '../sessions/acr.rules.ts';

/** How strong and how recent a sign-in must be, and the keys that state it. */
let praca: ProviderApp;
let config: client.Configuration;
const tokenOf = ({ headers }: SignedInUser): string => headers.authorization.slice('Bearer '.length);
const visit = (who: SignedInUser): Browser => new Browser(praca.issuer, tokenOf(who));
const proofIn = (text: string): string => /name="proof" value="([^"]+)"/.exec(text)?.[1] ?? '';

before(async () => {
  praca = await openProviderApp();
  await praca.addClient('web', 'public');
  config = await praca.discover('web');
});
after(() => praca.close());

/** Signs a person up with an authenticator app. Returns a session that began before it was added. */
async function enrol(email: string) {
  const credentials = { user_email: email, user_password: ana.user_password };
  await praca.call('POST', '/signup', { body: { ...ana, ...credentials } });
  const { token } = await praca.call('POST', '/signin', { body: { ...credentials, user_type: '0' } });
  const { body } = await praca.call('POST', '/v1/me/totp', { token, body: {} });
  const bits = (new URL(body.otpauth_uri).searchParams.get('secret') ?? '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const totp = timeBasedCode(secret, stepAt(praca.clock.nowMs()));
  const confirmed = await praca.call('POST', '/v1/me/totp/confirm', { token, body: { totp } });
  return { token, codes: confirmed.body.recovery_codes as string[] };
}

test('the second factor is asked on its own page, which holds no password, and is recorded in the ID token', async () => {
  const email = 'second@example.com';
  const { codes } = await enrol(email);
  const browser = new Browser(praca.issuer);
  const asked = await authorize(config);
  const { url } = await browser.go(asked.url.href);
  const enter = (form: Record<string, string>) => browser.go(`${url}/enter`, form);
  const page = await enter({ email, password: ana.user_password });
  assert.match(page.text, /Second factor/);
  assert.ok(!page.text.includes(ana.user_password));
  assert.equal(browser.cookie('praca_session'), undefined);
  const wrong = await enter({ proof: proofIn(page.text), totp: 'AAAA-AAAA-AAAA' });
  assert.equal(wrong.status, 401);
  assert.equal(browser.cookie('praca_session'), undefined);
  const elsewhere = { proof: proofIn(wrong.text), totp: codes[0] ?? '' };
  const other = await new Browser(praca.issuer).go(`${praca.issuer}/sign-in`, elsewhere);
  assert.equal(other.status, 401, 'the proof belongs to one sign-in');
  const consent = await enter({ proof: proofIn(wrong.text), totp: codes[0] ?? '' });
  const tokens = await redeem(config, (await browser.go(`${consent.url}/consent`, {})).url, asked);
  assert.deepEqual([tokens.claims()?.['acr'], tokens.claims()?.['amr']], [twoFactors, ['pwd', 'otp', 'mfa']]);
});

test('acr_values asks for the second factor if the person has one', async () => {
  const { token } = await enrol('prefers@example.com');
  const wanted = await authorize(config, { acr_values: `${twoFactors} ${oneFactor}` });
  const strong = await new Browser(praca.issuer, token).go(wanted.url.href);
  assert.match(strong.text, /Confirm that it is you/);
  const usual = await new Browser(praca.issuer, token).go((await authorize(config)).url.href);
  assert.match(usual.text, /asks for access/);
  const without = await visit(await createSignedInUser(praca)).go(wanted.url.href);
  assert.match(without.text, /asks for access/);
});

test('max_age counts from the last proof of the person', async () => {
  const person = await createSignedInUser(praca);
  await praca.sql`
    update accounts.sessions set authenticated_at = now() - interval '10 days' where user_id = ${person.id}`;
  const ask = async (days: number, more: Record<string, string> = {}) =>
    visit(person).go((await authorize(config, { max_age: String(days * 86_400), ...more })).url.href);
  assert.match((await ask(30)).text, /asks for access/);
  assert.match((await ask(5)).text, /Confirm that it is you/);
  const silent = new URL((await ask(5, { prompt: 'none' })).url);
  assert.equal(silent.searchParams.get('error'), 'login_required');
});

test('a rotated key is published before it signs, and earlier tokens stay valid', async () => {
  const person = await createSignedInUser(praca);
  const keys = async () =>
    (await (await fetch(`${praca.issuer}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const signIn = async () => {
    const asked = await authorize(config);
    return redeem(config, await allow(visit(person), asked.url), asked);
  };
  const first = await signIn();
  const kid = await rotateSigningKey(praca.platform.forService('accounts'), 'accounts', 86_400_000);
  await until(async () => (await keys()).keys.some((key) => key.kid === kid), 'the new key to be published');
  praca.clock.offsetMs += 61_000;
  const second = await signIn();
  assert.equal(decodeProtectedHeader(second.id_token ?? '').kid, kid);
  assert.notEqual(decodeProtectedHeader(first.id_token ?? '').kid, kid);
  for (const { id_token: token = '' } of [first, second]) {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number;
    };
    await jwtVerify(token, createLocalJWKSet(await keys()), { currentDate: new Date(payload.iat * 1000) });
  }
  const next = await client.refreshTokenGrant(config, first.refresh_token ?? '');
  assert.equal(decodeProtectedHeader(next.id_token ?? '').kid, kid);
});

test('a sign-up with a mailed link says the same of a known address, and goes on after the confirmation', async () => {
  const strict = await openProviderApp({ settings: { CONFIRM_ADDRESS: 'yes' } });
  try {
    await strict.runJobs();
    await strict.addClient('web', 'public');
    const known = await createSignedInUser(strict);
    const own = await strict.discover('web');
    const asked = await authorize(own, { prompt: 'create' });
    const browser = new Browser(strict.issuer);
    const page = await browser.go(asked.url.href);
    const password = ana.user_password;
    const submit = (email: string) =>
      browser.go(page.url, { first_name: 'Ana', last_name: 'Souza', email, password });
    const taken = await submit(known.email);
    const mailed = await submit('fresh@example.com');
    assert.match(mailed.text, /Check your mail/);
    assert.equal(taken.status, mailed.status);
    assert.equal(taken.text.replaceAll(known.email, 'fresh@example.com'), mailed.text);
    const enter = page.url.replace(/sign-up$/, 'enter');
    const early = await browser.go(enter, { email: 'fresh@example.com', password });
    assert.equal(early.status, 401);
    const token = linkIn((await strict.mailTo('fresh@example.com')).at(-1)).searchParams.get('token') ?? '';
    await new Browser(strict.issuer).go(`${strict.issuer}/confirm`, { token, password });
    const consent = await browser.go(enter, { email: 'fresh@example.com', password });
    const tokens = await redeem(own, (await browser.go(`${consent.url}/consent`, {})).url, asked);
    assert.equal(typeof tokens.claims()?.sub, 'string');
  } finally {
    await strict.close();
  }
});
