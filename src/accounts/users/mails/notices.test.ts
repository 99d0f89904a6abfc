import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ana,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../../test/support/accounts.ts';
import { createSignedInUser, type SignedInUser } from '../../../../test/support/signed-in-user.ts';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: { ...production, MOVABLE_CLOCK: 'yes' } });
  await accounts.runJobs();
});
after(() => accounts.close());

const decode = (text: string): Buffer => {
  const bits = text
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

async function ask(user: SignedInUser, method: 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await accounts.call(method, `/v1/me/totp${path}`, { body, headers: user.headers });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

test('the owner is notified of every change of the second factor, in their language and without secrets', async () => {
  const user = await createSignedInUser(accounts);
  await accounts.sql`update accounts.users set language = 'pt' where id = ${user.id}`;
  const { secret } = await ask(user, 'POST', '');
  const code = (): string => timeBasedCode(decode(secret), stepAt(accounts.clock.nowMs()));
  const first = await ask(user, 'POST', '/confirm', { totp: code() });
  accounts.clock.offsetMs += 60_000;
  const second = await ask(user, 'POST', '/recovery-codes', { totp: code() });
  await ask(user, 'DELETE', '', { totp: second.recovery_codes[0] });
  const mails = await accounts.mailTo(user.email, 4);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [
      'Um aplicativo autenticador foi configurado',
      'Novos códigos de recuperação foram criados',
      'Um código de recuperação foi usado',
      'O aplicativo autenticador foi desligado',
    ],
  );
  const said = JSON.stringify(mails);
  for (const hidden of [secret, ...first.recovery_codes, ...second.recovery_codes]) {
    assert.ok(!said.includes(hidden));
  }
});

test('a failed change sends no mail', async () => {
  const user = await createSignedInUser(accounts);
  const { secret } = await ask(user, 'POST', '');
  const wrong = { body: { totp: '000000' }, headers: user.headers };
  assert.equal((await accounts.call('POST', '/v1/me/totp/confirm', wrong)).status, 401);
  assert.equal((await accounts.call('DELETE', '/v1/me/totp', wrong)).status, 409);
  await accounts.settle();
  assert.deepEqual(await accounts.mailTo(user.email, 0), []);
  await ask(user, 'POST', '/confirm', {
    totp: timeBasedCode(decode(secret), stepAt(accounts.clock.nowMs())),
  });
  assert.equal((await accounts.mailTo(user.email)).length, 1, 'where something was done');
});

test('an unverified address of a social account gets no notices, because it may belong to another person', async () => {
  const user = await createSignedInUser(accounts);
  const proven = await createSignedInUser(accounts);
  await accounts.sql`update accounts.users set email_key = null where id = ${user.id}`;
  for (const { headers } of [user, proven])
    assert.equal((await accounts.call('DELETE', '/v1/me', { headers })).status, 202);
  assert.equal((await accounts.mailTo(proven.email)).length, 1);
  assert.deepEqual(await accounts.mailTo(user.email, 0), []);
});

test('the confirmation mail contains no text chosen by the person who signed up', async () => {
  const user_email = 'victim@example.com';
  const user_Fname = 'You won! Go to https://evil.example';
  await accounts.call('POST', '/signup', { body: { ...ana, user_email, user_Fname } });
  const [mail] = await accounts.mailTo(user_email);
  assert.equal(linkIn(mail).origin, 'https://praca.example');
  assert.doesNotMatch(JSON.stringify(mail), /evil|won/);
  assert.match(mail?.text ?? '', /^Hello,\n/);
});
