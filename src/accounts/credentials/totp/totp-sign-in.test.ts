import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../../../test/support/app.ts';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp({ settings: { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1' } });
});
after(() => praca.close());

const credentials = {
  user_email: 'ana@example.org',
  user_password: 'a table near the window',
  user_type: '0',
};

async function post(path: string, payload: object, session?: string) {
  const headers = session === undefined ? {} : { authorization: `Bearer ${session}` };
  const answer = await praca.app.inject({ method: 'POST', url: `/accounts${path}`, payload, headers });
  return { ...answer.json(), statusCode: answer.statusCode, session: answer.headers['x-session-token'] };
}

test('with the second factor on, the password alone does not sign in', async () => {
  await post('/signup', { ...credentials, user_Fname: 'Ana', user_Lname: 'Souza' });
  const { session } = await post('/signin', credentials);
  const { otpauth_uri: uri } = await post('/v1/me/totp', {}, session);
  const base32 = new URL(uri).searchParams.get('secret') ?? '';
  const bits = base32
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const codeNow = (): string => timeBasedCode(secret, stepAt(praca.clock.nowMs()));
  const first = codeNow();
  const { recovery_codes: codes } = await post('/v1/me/totp/confirm', { totp: first }, session);

  const without = await post('/signin', credentials);
  assert.deepEqual([without.statusCode, without.code, without.session], [200, 'totp_required', undefined]);
  const used = await post('/signin', { ...credentials, totp: first });
  assert.deepEqual([used.code, used.session], ['totp_invalid', undefined]);
  praca.clock.offsetMs += 60_000;
  const totp = codeNow();
  // With a wrong password, a right code is neither revealed nor consumed.
  const guess = await post('/signin', { ...credentials, user_password: 'something else', totp });
  assert.equal(guess.code, 'invalid_credentials');
  assert.equal((await post('/signin', { ...credentials, totp })).status, 'success');
  assert.equal((await post('/signin', { ...credentials, totp })).code, 'totp_invalid');
  const recovered = await post('/signin', { ...credentials, totp: codes[0] });
  assert.equal(recovered.status, 'success');
  assert.ok(recovered.session);
  const onRecord = await praca.sql`select 1 from accounts.audit where event = 'recovery_code_used'`;
  assert.equal(onRecord.length, 1);
  assert.equal((await post('/signin', { ...credentials, totp: codes[0] })).code, 'totp_invalid');
});
