import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ana, openAccountsApp, type AccountsApp, type Called } from '../../../../test/support/accounts.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
  // The clock moves only when a test moves it.
  const startMs = Date.parse('2026-03-01T12:00:00Z');
  accounts.clock.nowMs = () => startMs + accounts.clock.offsetMs;
});
after(() => accounts.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const subject = 'A new sign-in to your account';
let user_email: string;
let count = 0;
beforeEach(async () => {
  user_email = `somebody${(count += 1)}@example.com`;
  accounts.clock.offsetMs += 3_600_001;
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
});

const signIn = async (
  from: string,
  { agent = firefox, device = '', password = ana.user_password, language = 'en' } = {},
): Promise<Called> => {
  const headers = { 'user-agent': agent, 'accept-language': language, 'x-device-token': device };
  const body = { user_email, user_password: password, user_type: '0' };
  return accounts.call('POST', '/signin', { body, headers, from });
};
const deviceOf = ({ headers }: Called): string => (headers['x-device-token'] as string | undefined) ?? '';
const notices = async () =>
  (await accounts.mailTo(user_email, 0)).filter((mail) => /sign-in|acesso|Anmeldung/.test(mail.subject));

test('neither the first sign-in nor another from the same device and network sends a notice', async () => {
  const device = deviceOf(await signIn('192.0.2.7'));
  await signIn('192.0.2.7', { device });
  assert.deepEqual(await notices(), []);
  // Proves that a notice would be seen: this sign-in sends one.
  await signIn('192.0.2.8', { device });
  assert.equal((await notices()).length, 1);
});

test('a new device or network sends one notice with time, device, network and advice', async () => {
  const device = deviceOf(await signIn('192.0.2.7'));
  const other = deviceOf(await signIn('192.0.2.7', { agent: firefox.replace('Firefox', 'Chrome') }));
  const [mail, ...more] = await notices();
  assert.deepEqual(more, []);
  assert.equal(mail?.subject, subject);
  for (const part of [
    /1 March 2026/,
    /\(UTC\)/,
    /Device: Chrome on Linux/,
    /Network: 192\.0\.2\.7/,
    /new password/,
  ]) {
    assert.match(mail?.text ?? '', part);
    assert.match(mail?.html ?? '', part);
  }
  assert.doesNotMatch(mail?.text ?? '', /https?:/);
  await signIn('2001:db8:1:2::9', { device });
  assert.match((await notices()).at(-1)?.text ?? '', /Network: 2001:db8:1:2::\/64/);
  for (const known of [device, other]) {
    for (const network of ['192.0.2.7', '2001:db8:1:2:3::1']) await signIn(network, { device: known });
  }
  assert.equal((await notices()).length, 2);
});

test('the notice is in the owner’s language, not in that of the sign-in', async () => {
  await accounts.sql`update accounts.users set language = 'pt' where email_key = ${user_email}`;
  await signIn('192.0.2.7');
  await signIn('192.0.2.8', { language: 'de' });
  const [mail] = await notices();
  assert.equal(mail?.subject, 'Um novo acesso à sua conta');
  assert.match(mail?.text ?? '', /1 de março de 2026/);
  assert.match(mail?.text ?? '', /Firefox em Linux/);
});

test('the notice never contains the text of the user agent', async () => {
  await signIn('192.0.2.7');
  await signIn('192.0.2.8', { agent: 'Mozilla/5.0 <a href="https://evil.example">You won</a>' });
  const [mail] = await notices();
  assert.match(mail?.text ?? '', /an unknown device/);
  assert.doesNotMatch(JSON.stringify(mail), /evil|won/);
});

test('a program without cookies causes one notice per network', async () => {
  const agent = 'Roda/12 CFNetwork/1568 Darwin/24.1.0';
  await signIn('192.0.2.7', { agent });
  for (let times = 0; times < 3; times++) await signIn('192.0.2.7', { agent });
  assert.equal((await notices()).length, 0);
  for (let times = 0; times < 3; times++) await signIn('192.0.2.7', { agent: 'curl/8.14.1' });
  assert.equal((await notices()).length, 1);
  for (let times = 0; times < 3; times++) await signIn('192.0.2.8', { agent });
  assert.equal((await notices()).length, 2);
});

test('a failed sign-in sends no notice, and successful ones send a limited number per hour', async () => {
  await signIn('192.0.2.7');
  await signIn('198.51.100.1', { password: 'wrong' });
  assert.equal((await notices()).length, 0);
  for (let times = 0; times < 9; times++) await signIn(`203.0.113.${times}`);
  assert.equal((await notices()).length, 5);
  accounts.clock.offsetMs += 3_600_001;
  await signIn('203.0.113.99');
  assert.equal((await notices()).length, 6);
});

test('a network is forgotten after 90 days without a sign-in', async () => {
  const device = deviceOf(await signIn('192.0.2.7'));
  accounts.clock.offsetMs += 89 * 24 * 3_600_000;
  await signIn('192.0.2.7', { device });
  accounts.clock.offsetMs += 89 * 24 * 3_600_000;
  await signIn('192.0.2.7', { device });
  assert.equal((await notices()).length, 0);
  accounts.clock.offsetMs += 91 * 24 * 3_600_000;
  await signIn('192.0.2.7', { device });
  assert.equal((await notices()).length, 1);
});

test('the notice is sent if and only if the sign-in commits', async () => {
  await signIn('192.0.2.7');
  await accounts.sql`alter table accounts.sessions add constraint none check (address <> '192.0.2.66')`;
  const failed = await signIn('192.0.2.66');
  await accounts.sql`alter table accounts.sessions drop constraint none`;
  assert.equal(failed.body.status, 'error');
  assert.equal((await notices()).length, 0);
  assert.equal((await signIn('192.0.2.66')).body.status, 'success');
  assert.equal((await notices()).length, 1);
});
