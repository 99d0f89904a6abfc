import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { base32nopad } from '@scure/base';
import { ana, linkIn, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { holdTime } from '../../../../test/support/app.ts';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1' } });
  holdTime(accounts.clock);
});
after(() => accounts.close());

const later = (ms: number): void => {
  accounts.clock.offsetMs += ms;
};
const minute = 60_000;
const day = 24 * 60 * minute;

/** Creates a user with an authenticator app, and functions to try codes after the right password. */
async function userWithApp(name: string) {
  const user_email = `${name}@example.com`;
  const body = { ...ana, user_email };
  await accounts.call('POST', '/signup', { body });
  const { token } = await accounts.call('POST', '/signin', { body });
  const { secret } = (await accounts.call('POST', '/v1/me/totp', { body: {}, token })).body;
  const code = (offset = 0): string =>
    timeBasedCode(Buffer.from(base32nopad.decode(secret)), stepAt(accounts.clock.nowMs()) + offset);
  const confirmed = await accounts.call('POST', '/v1/me/totp/confirm', { body: { totp: code() }, token });
  later(minute);
  return {
    user_email,
    code,
    recoveryCodes: confirmed.body.recovery_codes as string[],
    /** Returns the code or status of a sign-in with the right password. */
    async try(totp: string, from = '192.0.2.1'): Promise<string> {
      const answer = await accounts.call('POST', '/signin', { body: { ...body, totp }, from });
      return answer.body.code ?? answer.body.status;
    },
    async guess(count: number): Promise<string[]> {
      const answers: string[] = [];
      for (let each = 0; each < count; each++)
        answers.push(await this.try(code(50 + each), `10.0.0.${each}`));
      return answers;
    },
    async subjects(): Promise<string[]> {
      await accounts.settle();
      return (await accounts.mailTo(user_email, 0)).map(({ subject }) => subject);
    },
  };
}

test('after thirty wrong codes, even simultaneous ones, app codes are refused and recovery codes work', async () => {
  const user = await userWithApp('many');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, each) => user.try(user.code(50 + each), `10.0.1.${each}`)),
  );
  assert.equal(answers.filter((answer) => answer === 'totp_invalid').length, 30);
  assert.equal(answers.filter((answer) => answer === 'totp_confirmation_required').length, 20);
  assert.equal(await user.try(user.code()), 'totp_confirmation_required');
  assert.equal(await user.try('a'.repeat(16)), 'totp_confirmation_required');
  assert.equal(await user.try(user.recoveryCodes[0] ?? ''), 'success');
});

test('wrong codes count for a year, despite right codes in between', async () => {
  const user = await userWithApp('slow');
  await user.guess(29);
  assert.equal(await user.try(user.code()), 'success');
  later(200 * day);
  assert.equal(await user.try(user.code(60)), 'totp_invalid');
  assert.equal(await user.try(user.code()), 'totp_confirmation_required');
  later(166 * day);
  assert.equal(await user.try(user.code()), 'success');
});

test('wrong codes delay neither the next code nor the password', async () => {
  const user = await userWithApp('apart');
  for (let each = 0; each < 20; each++) assert.equal(await user.try(user.code(50 + each)), 'totp_invalid');
  assert.equal(await user.try(user.code()), 'success');
});

test('sending a used code again does not count as a wrong code', async () => {
  const user = await userWithApp('again');
  const code = user.code();
  assert.equal(await user.try(code), 'success');
  for (let each = 0; each < 40; each++) assert.equal(await user.try(code), 'totp_invalid');
  later(minute);
  assert.equal(await user.try(user.code()), 'success');
});

test('the owner is notified a few times of wrong codes after a right password, and allows codes again by mail', async () => {
  const user = await userWithApp('told');
  const before = (await user.subjects()).length;
  await user.guess(4);
  assert.equal((await user.subjects()).length, before);
  await user.guess(26);
  await user.guess(20);
  const subjects = (await user.subjects()).slice(before);
  const wrong = subjects.filter((subject) => subject === 'Wrong codes for your account');
  const held = subjects.filter((subject) => subject === 'Too many wrong codes for your account');
  assert.equal(wrong.length, 5);
  assert.ok(held.length >= 1 && held.length <= 5, String(held.length));

  const mails = await accounts.mailTo(user.user_email);
  const link = linkIn(mails.findLast(({ subject }) => subject === held[0]));
  const look = () => accounts.app.inject(link.pathname + link.search);
  for (let times = 0; times < 2; times++) assert.equal((await look()).statusCode, 200);
  assert.equal(await user.try(user.code()), 'totp_confirmation_required', 'looking changes nothing');
  const submit = () =>
    accounts.app.inject({
      method: 'POST',
      url: link.pathname,
      payload: new URLSearchParams({ token: link.searchParams.get('token') ?? '' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  assert.equal((await submit()).statusCode, 200);
  assert.equal(await user.try(user.code()), 'success');
  assert.equal((await submit()).statusCode, 410);
  assert.equal((await look()).statusCode, 410);
  later(1000);
  await user.guess(30);
  assert.equal((await submit()).statusCode, 410, 'a link is for the codes before it');
});

test('a later code after the right password mails another link, which works for a day', async () => {
  const user = await userWithApp('session');
  await user.guess(30);
  later(10 * day);
  const before = (await user.subjects()).length;
  const { body } = await accounts.call('POST', '/signin', {
    body: { ...ana, user_email: user.user_email, totp: user.recoveryCodes[0] },
  });
  assert.equal(body.status, 'success');
  assert.equal(await user.try(user.code()), 'totp_confirmation_required');
  const mails = await accounts.mailTo(user.user_email, before + 1);
  const link = linkIn(mails.findLast(({ text }) => text.includes('/confirm-codes?')));
  later(day);
  assert.equal((await accounts.app.inject(link.pathname + link.search)).statusCode, 410);
});
