import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ana, openAccountsApp, production, type AccountsApp } from '../../../../test/support/accounts.ts';
import { createTestDatabase, dropAtEnd } from '../../../../test/support/database.ts';
import type { TestDatabase } from '../../../../test/support/app.ts';
import { holdTime } from '../../../../test/support/app.ts';

const hourMs = 3_600_000;
let database: TestDatabase;
let accounts: AccountsApp;
let other: AccountsApp;
const settings = { ...production, SIGN_UPS_AT_ONCE: '20', SIGN_UPS_PER_DAY: '24' };
before(async () => {
  database = await createTestDatabase();
  accounts = await openAccountsApp({ settings: { ...settings, MOVABLE_CLOCK: 'yes' }, database });
  other = await openAccountsApp({ settings: { ...settings, MOVABLE_CLOCK: 'yes' }, database });
  holdTime(accounts.clock);
  other.clock.nowMs = () => accounts.clock.nowMs();
});
after(async () => {
  await other.close();
  await accounts.close();
  dropAtEnd(database);
});
beforeEach(() => accounts.sql`delete from platform.attempts`);

let count = 0;
const fresh = (): string => `somebody${count++}@example.com`;
const signUp = (from: string, user_email = fresh(), app = accounts, change: object = {}) =>
  app.call('POST', '/signup', { body: { ...ana, user_email, ...change }, from });
const home = '192.0.2.1';

async function signUpMany(times: number, from: (turn: number) => string) {
  let successes = 0;
  for (let turn = 0; turn < times; turn++) {
    const { status, body } = await signUp(from(turn));
    assert.equal(status, 200);
    if (body.status === 'success') successes += 1;
    else assert.equal(body.code, 'too_many_attempts');
  }
  return successes;
}

test('six people who sign up from one network in one evening, with mistakes and repetitions, are not limited', async () => {
  for (let person = 0; person < 6; person++) {
    const user_email = fresh();
    const mistyped = await signUp(home, user_email, accounts, { user_password: 'short' });
    assert.equal(mistyped.body.code, 'invalid_input');
    for (let times = 0; times < 4; times++)
      assert.equal((await signUp(home, user_email)).body.status, 'success');
  }
  assert.equal(await signUpMany(20, () => home), 14, 'six of twenty were counted');
});

test('a script gets the first burst and then one sign-up per hour, across all processes', async () => {
  assert.equal(await signUpMany(25, () => home), 20);
  const refused = await signUp(home);
  assert.deepEqual(
    [refused.status, refused.body.status, refused.body.code],
    [200, 'error', 'too_many_attempts'],
  );
  assert.equal(refused.headers['retry-after'], '3600');
  assert.match(refused.body.msg, /in 3600 s\./);
  assert.equal((await signUp(home, fresh(), other)).body.code, 'too_many_attempts');
  accounts.clock.offsetMs += hourMs - 1000;
  assert.equal((await signUp(home)).body.code, 'too_many_attempts');
  accounts.clock.offsetMs += 1000;
  assert.equal((await signUp(home, fresh(), other)).body.status, 'success');
  assert.equal((await signUp(home)).body.code, 'too_many_attempts');
  let inDay = 21;
  for (let tries = 0; tries < 23 * 2; tries++) {
    accounts.clock.offsetMs += hourMs / 2;
    if ((await signUp(home)).body.status === 'success') inDay += 1;
  }
  assert.equal(inDay, 44);
});

test('simultaneous sign-ups cannot exceed the limit', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_none, index) => signUp(home, fresh(), index % 2 === 0 ? accounts : other)),
  );
  assert.equal(answers.filter(({ body }) => body.status === 'success').length, 20);
});

test('an owner of many IPv6 networks is limited by the wider ones; a neighbour outside them is not', async () => {
  assert.equal(await signUpMany(45, (turn) => `2001:db8:1:a${(turn % 16).toString(16)}0::1`), 40);
  assert.equal(await signUpMany(45, (turn) => `2001:db8:1:${(turn + 0x10).toString(16)}00::1`), 40);
  assert.equal((await signUp('2001:db8:1:ffff::1')).body.code, 'too_many_attempts');
  assert.equal((await signUp('2001:db8:2:1::1')).body.status, 'success');
  assert.equal((await signUp('192.0.2.2')).body.status, 'success');
});

test('the remaining allowance does not reveal whether an address is known', async () => {
  const known = fresh();
  await accounts.sql`
    insert into accounts.users
      (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, language, created_at)
    values (gen_random_uuid(), ${known}, ${known}, now(), 'Ana', 'Souza', '', 'en', now())`;
  await accounts.runJobs();
  for (const user_email of [known, fresh()]) {
    await accounts.sql`delete from platform.attempts`;
    for (let times = 0; times < 3; times++) {
      const { body } = await signUp(home, user_email);
      assert.equal(body.status, 'success');
      // The mails of the two cases and their effects on the allowance differ, so all jobs run first.
      await accounts.settle();
    }
    assert.equal(await signUpMany(20, () => home), 19, user_email);
    assert.equal((await signUp(home, user_email)).body.status, 'success', 'once more is free');
    assert.equal((await signUp(home)).body.code, 'too_many_attempts');
  }
});

test('if addresses are not confirmed, a sign-up with a taken address is not counted and a social sign-up is', async () => {
  const lax = await openAccountsApp({ settings: { SIGN_UPS_AT_ONCE: '3', MOVABLE_CLOCK: 'yes' } });
  try {
    const social = { user_type: '1', user_password: '' };
    const first = fresh();
    assert.equal((await signUp(home, first, lax)).body.status, 'success');
    for (let times = 0; times < 5; times++)
      assert.equal((await signUp(home, first, lax)).body.code, 'email_taken');
    assert.equal((await signUp(home, fresh(), lax)).body.status, 'success');
    const socially = fresh();
    assert.equal((await signUp(home, socially, lax, social)).body.status, 'success');
    assert.equal((await signUp(home, fresh(), lax, social)).body.code, 'too_many_attempts');
    assert.equal((await signUp(home, fresh(), lax)).body.code, 'too_many_attempts');
    const users = await lax.sql`select 1 from accounts.users`;
    assert.equal(users.length, 3);
  } finally {
    await lax.close();
  }
});

test('without a limit, as in the sandbox, sign-ups are not counted', async () => {
  const lax = await openAccountsApp();
  try {
    for (let times = 0; times < 60; times++)
      assert.equal((await signUp(home, fresh(), lax)).body.status, 'success');
    assert.equal((await lax.sql`select 1 from platform.attempts`).length, 0);
  } finally {
    await lax.close();
  }
});
