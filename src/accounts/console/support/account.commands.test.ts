import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../../test/support/commands.ts';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { allCommands } from '../../../app.ts';
import { CommandError } from '../../../platform/command.ts';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
});
after(() => accounts.close());

async function run(name: string, ...positionals: string[]): Promise<string[]> {
  const lines: string[] = [];
  const command = allCommands.find((candidate) => candidate.name === name);
  assert.ok(command);
  const values = { by: await addStaff(accounts.platform) };
  await command.run(accounts.platform, { values, positionals }, (line) => void lines.push(line));
  return lines;
}

async function newUser(user_email: string) {
  const body = { ...ana, user_email };
  const uid: string = (await accounts.call('POST', '/signup', { body })).body.uid;
  const { token } = await accounts.call('POST', '/signin', { body });
  return { uid, token, body };
}

const decode = (text: string): Buffer => {
  const bits = text
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

async function turnOn(token: string): Promise<string[]> {
  const { secret } = (await accounts.call('POST', '/v1/me/totp', { token })).body;
  const totp = timeBasedCode(decode(secret), stepAt(accounts.clock.nowMs()));
  const confirmed = await accounts.call('POST', '/v1/me/totp/confirm', { token, body: { totp } });
  assert.equal(confirmed.status, 200, confirmed.text);
  return confirmed.body.recovery_codes;
}

test('shows an account by address and by uid, without secrets', async () => {
  const { uid, token } = await newUser('shown@example.com');
  await turnOn(token);
  await accounts.sql`
    insert into accounts.social_identities (issuer, subject, user_id, created_at)
    values ('https://accounts.google.com', 'secret subject', ${uid}, now())`;
  await accounts.sql`update accounts.users set email_confirmed_at = '2026-03-01T12:00:00Z' where id = ${uid}`;
  // An expired session is not counted.
  await accounts.sql`
    insert into accounts.sessions (id, user_id, token_hash, address, user_agent, created_at, last_seen_at, expires_at)
    select uuidv7(), user_id, 'over', address, user_agent, created_at, last_seen_at, now() - interval '1 hour'
    from accounts.sessions where user_id = ${uid}`;
  const lines = await run('account show', uid.toUpperCase());
  assert.deepEqual(await run('account show', 'Shown@EXAMPLE.com'), lines);
  assert.deepEqual(lines.slice(0, 7), [
    `uid            ${uid}`,
    'address        shown@example.com',
    'confirmed      2026-03-01T12:00:00.000Z',
    'password       yes',
    'second factor  on',
    'social logins  https://accounts.google.com',
    'sessions       1',
  ]);
  assert.equal(lines.at(-1), 'erased at      not asked for');
  assert.doesNotMatch(lines.join('\n'), /argon2|secret subject/);
  await accounts.call('DELETE', '/v1/me', { token });
  const asked = await run('account show', uid);
  assert.match(asked.at(-1) ?? '', /^erased at {6}\d{4}-\d\d-\d\dT/);
  assert.equal(asked[6], 'sessions       0');
});

test('pending changes of address and recovery addresses are shown until they expire', async () => {
  const { uid, token } = await newUser('moving@example.com');
  const shown = async () => (await run('account show', uid)).slice(7, 9);
  assert.deepEqual(await shown(), ['new address    none', 'way back to    none']);
  const body = { user_email: 'moved@example.com' };
  assert.equal((await accounts.call('POST', '/v1/me/email', { token, body })).status, 202);
  const [next, back] = await shown();
  assert.equal(next, 'new address    moved@example.com');
  assert.match(back ?? '', /^way back to {4}moving@example\.com until \d{4}-\d\d-\d\dT[\d:.]+Z$/);
  await accounts.sql`update accounts.email_changes set expires_at = now() - interval '1 second' where user_id = ${uid}`;
  await accounts.sql`update accounts.email_ways_back set expires_at = now() - interval '1 second' where user_id = ${uid}`;
  assert.deepEqual(await shown(), ['new address    none', 'way back to    none']);
});

test('an account with only a stated address is found by its uid', async () => {
  const user_email = 'stated@example.com';
  const body = { ...ana, user_email, user_password: '', user_type: '1' };
  const { uid } = (await accounts.call('POST', '/signup', { body })).body;
  await assert.rejects(run('account show', user_email), /found by its uid/);
  const lines = await run('account show', uid);
  assert.deepEqual(lines.slice(1, 6), [
    'address        stated@example.com (only stated)',
    'confirmed      no',
    'password       no',
    'second factor  off',
    'social logins  believed',
  ]);
});

test('turning off a lost second factor removes codes and sessions, is recorded, and notifies the owner', async () => {
  const { uid, token, body } = await newUser('lost@example.com');
  const other = await newUser('other@example.com');
  await turnOn(other.token);
  await accounts.sql`update accounts.users set language = 'pt' where id = ${uid}`;
  const codes = await turnOn(token);
  assert.equal((await accounts.call('POST', '/signin', { body })).body.code, 'totp_required');
  const [line] = await run('account totp-off', 'lost@example.com');
  assert.match(line ?? '', new RegExp(uid));
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
  const back = await accounts.call('POST', '/signin', { body });
  assert.equal(back.body.status, 'success');
  assert.equal(
    (await accounts.mailTo('lost@example.com')).at(-1)?.subject,
    'O aplicativo autenticador foi desligado',
  );
  const audit = await accounts.call('GET', '/v1/me/audit', { token: back.token });
  const entry = audit.body.find(({ event }: { event: string }) => event === 'totp_disabled');
  assert.deepEqual(entry.detail, { by: 'operator' });
  // The old codes stay invalid when the factor is on again.
  await turnOn(back.token);
  const late = await accounts.call('POST', '/signin', { body: { ...body, totp: codes[0] } });
  assert.equal(late.body.code, 'totp_invalid');
  assert.equal((await accounts.call('POST', '/signin', { body: other.body })).body.code, 'totp_required');
});

test('turning off a missing second factor changes nothing', async () => {
  const { uid, token } = await newUser('off@example.com');
  await accounts.call('POST', '/v1/me/totp', { token });
  assert.match(String(await run('account totp-off', uid)), /was off already: nothing was done\.$/);
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 200);
  const subjects = async () => (await accounts.mailTo('off@example.com', 0)).map(({ subject }) => subject);
  assert.deepEqual(await subjects(), []);
  await turnOn(token);
  await run('account totp-off', uid);
  assert.equal((await subjects()).length, 2, 'where it is on');
});

const refusals: [string, string[], RegExp][] = [
  ['nobody', [], /Name one account/],
  ['two', ['ana@example.com', 'bia@example.com'], /Name one account/],
  ['what is no address', ['ana'], /neither an e-mail address nor a uid/],
  ['an unknown address', ['nobody@example.com'], /no account nobody@example.com/],
  ['an unknown uid', ['01a1dd67-074d-725c-97fa-4602abdcdd4d'], /no account 01a1dd67/],
];
for (const command of ['account show', 'account totp-off']) {
  for (const [name, words, message] of refusals) {
    test(`${command} with ${name} prints a refusal`, async () => {
      await assert.rejects(run(command, ...words), (error: unknown) => {
        assert.ok(error instanceof CommandError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
}
