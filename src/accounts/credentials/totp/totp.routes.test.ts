import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createSignedInUser, type SignedInUser } from '../../../../test/support/signed-in-user.ts';
import { holdTime, openTestApp, type TestApp } from '../../../../test/support/app.ts';
import { untilAwaited } from '../../../../test/support/row-locks.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { checkTotp } from './check-totp.ts';
import { hasTotp } from '../../users/find-user.ts';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp();
  holdTime(praca.clock);
});
after(() => praca.close());

const decode = (text: string): Buffer => {
  const bits = text
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const codeNow = (secret: string, offset = 0): string =>
  timeBasedCode(decode(secret), stepAt(praca.clock.nowMs()) + offset);

const ask = (user: SignedInUser, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  praca.app.inject({
    method,
    url: `/accounts/v1/me/totp${path}`,
    headers: user.headers,
    ...(payload ? { payload } : {}),
  });

/** Uses a new time step, so that codes of earlier tests do not interfere. */
async function turnOn(user: SignedInUser): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await ask(user, 'POST', '')).json();
  const confirmed = await ask(user, 'POST', '/confirm', { totp: codeNow(secret) });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  praca.clock.offsetMs += 60_000;
  return { secret, codes: confirmed.json().recovery_codes };
}

const visitor: Visitor = { address: '192.0.2.7', userAgent: 'test', language: 'en' };

async function checkWithin(tx: Tx, user: SignedInUser, code: string): Promise<boolean> {
  const { clock, platform } = praca;
  const settings = { MAILS_PER_HOUR: 5 } as AccountsContext['settings'];
  const context = { clock, sealer: platform.sealer, settings, baseUrl: '' };
  return (await checkTotp(tx, context, user.id, code, visitor)) === undefined;
}
const check = (user: SignedInUser, code: string): Promise<boolean> =>
  transaction(praca.sql, (tx) => checkWithin(tx, user, code));

test('the second factor is off until a code is confirmed, then on with ten recovery codes', async () => {
  const user = await createSignedInUser(praca);
  const begun = await ask(user, 'POST', '');
  assert.equal(begun.statusCode, 200, begun.body);
  const { secret, otpauth_uri: uri } = begun.json();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.ok(uri.startsWith('otpauth://totp/') && uri.includes(`secret=${secret}`));
  assert.ok(uri.includes(encodeURIComponent(user.email)));
  assert.equal(await hasTotp(praca.sql, user.id), false);
  assert.equal(await check(user, codeNow(secret)), false, 'not before it is confirmed');

  const wrong = await ask(user, 'POST', '/confirm', { totp: codeNow(secret, 5) });
  assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'totp_invalid']);
  const confirmed = await ask(user, 'POST', '/confirm', { totp: codeNow(secret) });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  const codes: string[] = confirmed.json().recovery_codes;
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  assert.equal(await hasTotp(praca.sql, user.id), true);
  assert.deepEqual((await ask(user, 'GET', '')).json(), { enabled: true, recovery_codes_left: 10 });
  const events =
    await praca.sql`select 1 from accounts.audit where user_id = ${user.id} and event = 'totp_enabled'`;
  assert.equal(events.length, 1);
});

test('each time step works once, even if the same code is sent twice at once', async () => {
  const user = await createSignedInUser(praca);
  const { secret } = await turnOn(user);
  const code = codeNow(secret);
  const outcomes = await Promise.all([1, 2, 3].map(() => check(user, code)));
  assert.equal(outcomes.filter(Boolean).length, 1);
  assert.equal(await check(user, codeNow(secret, -1)), false, 'nor an earlier one afterwards');
  assert.equal(await check(user, codeNow(secret, 1)), true);
  praca.clock.offsetMs += 90_000;
  const spaced = codeNow(secret).replace(/^(...)/, '$1 ');
  assert.equal(await check(user, spaced), true);
});

test('a code that another open request uses waits for that request and is then refused', async () => {
  const user = await createSignedInUser(praca);
  const { secret } = await turnOn(user);
  const code = codeNow(secret);
  let second: Promise<boolean> | undefined;
  const first = await transaction(praca.sql, async (tx) => {
    const passed = await checkWithin(tx, user, code);
    second = check(user, code);
    await untilAwaited(tx);
    return passed;
  });
  assert.deepEqual([first, await second], [true, false]);
});

test('the code that confirmed the secret does not sign in as well', async () => {
  const user = await createSignedInUser(praca);
  const { secret } = (await ask(user, 'POST', '')).json();
  const code = codeNow(secret);
  assert.equal((await ask(user, 'POST', '/confirm', { totp: code })).statusCode, 200);
  assert.equal(await check(user, code), false);
});

test('a recovery code works once, only for its owner, in every typed form', async () => {
  const [user, other] = [await createSignedInUser(praca), await createSignedInUser(praca)];
  const { codes } = await turnOn(user);
  await turnOn(other);
  const [first = '', second = ''] = codes;
  assert.equal(await check(other, first), false);
  const outcomes = await Promise.all([1, 2, 3].map(() => check(user, first)));
  assert.equal(outcomes.filter(Boolean).length, 1);
  assert.equal(await check(user, ` ${second.toUpperCase().replaceAll('-', ' ')} `), true);
  assert.equal((await ask(user, 'GET', '')).json().recovery_codes_left, 8);
});

test('new recovery codes replace the old ones', async () => {
  const user = await createSignedInUser(praca);
  const { codes, secret } = await turnOn(user);
  const renewed = await ask(user, 'POST', '/recovery-codes', { totp: codeNow(secret) });
  assert.equal(renewed.json().recovery_codes.length, 10);
  assert.equal(await check(user, codes[0] ?? ''), false);
  assert.equal(await check(user, renewed.json().recovery_codes[0]), true);
});

test('turning off needs an app code or a recovery code', async () => {
  for (const kind of ['code', 'recovery code']) {
    const user = await createSignedInUser(praca);
    const { secret, codes } = await turnOn(user);
    const wrong = await ask(user, 'DELETE', '', { totp: codeNow(secret, 7) });
    assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'totp_invalid']);
    assert.equal(await hasTotp(praca.sql, user.id), true);
    const off = await ask(user, 'DELETE', '', { totp: kind === 'code' ? codeNow(secret) : codes[9] });
    assert.deepEqual([off.statusCode, off.body], [204, '']);
    assert.equal(await hasTotp(praca.sql, user.id), false);
    assert.equal(await check(user, codes[0] ?? ''), false);
    const used = await praca.sql`
      select from accounts.audit where user_id = ${user.id} and event = 'recovery_code_used'`;
    assert.equal(used.length, kind === 'code' ? 0 : 1);
    const again = await ask(user, 'DELETE', '', { totp: codeNow(secret) });
    assert.deepEqual([again.statusCode, again.json().code], [409, 'totp_off']);
  }
});

test('wrong codes for new recovery codes or for turning off count, and after thirty a mailed confirmation is needed', async () => {
  const user = await createSignedInUser(praca);
  const { secret } = await turnOn(user);
  for (let each = 0; each < 30; each++) {
    const wrong = await ask(user, 'POST', '/recovery-codes', { totp: codeNow(secret, 50 + each) });
    assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'totp_invalid']);
  }
  for (const [method, path] of [
    ['POST', '/recovery-codes'],
    ['DELETE', ''],
  ] as const) {
    const held = await ask(user, method, path, { totp: codeNow(secret) });
    assert.deepEqual([held.statusCode, held.json().code], [403, 'totp_confirmation_required']);
  }
  assert.equal(await hasTotp(praca.sql, user.id), true);
});

test('each wrong state has its own error', async () => {
  const user = await createSignedInUser(praca);
  const off = await ask(user, 'POST', '/recovery-codes', { totp: '123456' });
  assert.deepEqual([off.statusCode, off.json().code], [409, 'totp_off']);
  const early = await ask(user, 'POST', '/confirm', { totp: '123456' });
  assert.deepEqual([early.statusCode, early.json().code], [409, 'totp_not_begun']);
  const first = (await ask(user, 'POST', '')).json().secret;
  const second = (await ask(user, 'POST', '')).json().secret;
  assert.notEqual(first, second);
  assert.equal((await ask(user, 'POST', '/confirm', { totp: codeNow(first) })).statusCode, 401);
  assert.equal((await ask(user, 'POST', '/confirm', { totp: codeNow(second) })).statusCode, 200);
  for (const path of ['', '/confirm']) {
    const twice = await ask(user, 'POST', path, { totp: '123456' });
    assert.deepEqual([twice.statusCode, twice.json().code], [409, 'totp_already_on']);
  }
});

const plainHash = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}\0${code.replaceAll('-', '')}`)
    .digest();

test('a recovery code stored as an unkeyed hash by an older version works once', async () => {
  const user = await createSignedInUser(praca);
  const { codes } = await turnOn(user);
  const [code = ''] = codes;
  await praca.sql`delete from accounts.recovery_codes where user_id = ${user.id}`;
  await praca.sql`
    insert into accounts.recovery_codes (user_id, code_hash, created_at)
    values (${user.id}, ${plainHash(user.id, code)}, now())`;
  assert.deepEqual([await check(user, code), await check(user, code)], [true, false]);
});

test('the database contains no readable secrets or codes, and no hashes from which a code can be guessed', async () => {
  const user = await createSignedInUser(praca);
  const { secret, codes } = await turnOn(user);
  const [row] = await praca.sql<{ sealed: string }[]>`
    select encode(sealed_secret, 'hex') as sealed from accounts.totp_secrets where user_id = ${user.id}`;
  const plain = codes.map((code) => plainHash(user.id, code).toString('hex'));
  const secrets = [
    secret,
    decode(secret).toString('hex'),
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
  ];
  assertHidden(await storedText(praca.sql, 'accounts'), [...secrets, ...plain], [row?.sealed ?? '']);
  assertHidden(praca.log.join(''), secrets, ['/accounts/v1/me/totp/confirm']);
});
