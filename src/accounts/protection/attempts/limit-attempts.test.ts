import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { holdTime } from '../../../../test/support/app.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
  await accounts.call('POST', '/signup', { body: ana });
  holdTime(accounts.clock);
});
after(() => accounts.close());
beforeEach(async () => {
  await accounts.sql`delete from platform.attempts`;
  await accounts.sql`delete from accounts.known_addresses`;
});

const signIn = (user_password: string, from: string, user_email = ana.user_email) =>
  accounts.call('POST', '/signin', { body: { user_email, user_password, user_type: '0' }, from });

test('each failure beyond the free ones has a longer delay, which the answer states', async () => {
  const waits: number[] = [];
  for (let tries = 0; tries < 10; tries++) {
    const answer = await signIn('wrong', '192.0.2.1');
    assert.equal(answer.status, 200);
    if (answer.body.code === 'too_many_attempts') {
      waits.push(Number(answer.headers['retry-after']));
      assert.match(answer.body.msg, new RegExp(`in ${waits.at(-1)} s\\.$`));
      accounts.clock.offsetMs += Number(answer.headers['retry-after']) * 1000;
    }
  }
  assert.deepEqual(waits, [1, 2]);
  assert.equal((await signIn(ana.user_password, '192.0.2.1')).body.code, 'too_many_attempts');
  accounts.clock.offsetMs += 5000;
  assert.equal((await signIn(ana.user_password, '192.0.2.1')).body.status, 'success');
});

test('guesses from many addresses delay the account, but not for its owner’s known address', async () => {
  assert.equal((await signIn(ana.user_password, '192.0.2.7')).body.status, 'success');
  for (let tries = 0; tries < 12; tries++) await signIn('wrong', `198.51.100.${tries}`);
  assert.equal((await signIn(ana.user_password, '203.0.113.5')).body.code, 'too_many_attempts');
  assert.equal((await signIn(ana.user_password, '192.0.2.7')).body.status, 'success');
});

test('a known address is throttled by its own failures', async () => {
  await signIn(ana.user_password, '192.0.2.7');
  for (let tries = 0; tries < 6; tries++) await signIn('wrong', '192.0.2.7');
  assert.equal((await signIn(ana.user_password, '192.0.2.7')).body.code, 'too_many_attempts');
});

test('guesses at many accounts delay their address, where a /64 of IPv6 counts as one address', async () => {
  for (let tries = 0; tries < 21; tries++) {
    await signIn('wrong', `2001:db8:1:2:${tries + 1}::9`, `user${tries}@example.com`);
  }
  const refused = await signIn(ana.user_password, '2001:db8:1:2:ffff::1');
  assert.equal(refused.body.code, 'too_many_attempts');
  assert.equal((await signIn(ana.user_password, '2001:db8:1:3::1')).body.status, 'success');
});

/** Fails at a new account each time, until the address is delayed for minutes. */
async function blockAddress(from: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    await signIn('wrong', from, `nobody${tries}@example.com`);
    const [longest] = await accounts.sql<{ until: Date }[]>`
      select blocked_until as until from platform.attempts order by blocked_until desc limit 1`;
    const waitMs = (longest?.until.getTime() ?? 0) - accounts.clock.nowMs();
    if (waitMs > 500_000) break;
    accounts.clock.offsetMs += Math.max(0, waitMs);
  }
  for (let more = 0; more < 10; more++) await signIn('wrong', from, `more${more}@example.com`);
}

test('a right password waits at most five seconds for failures of others behind its address', async () => {
  await blockAddress('192.0.2.44');
  const refused = await signIn(ana.user_password, '192.0.2.44');
  assert.deepEqual([refused.body.code, refused.headers['retry-after']], ['too_many_attempts', '5']);
  accounts.clock.offsetMs += 4000;
  assert.equal((await signIn(ana.user_password, '192.0.2.44')).headers['retry-after'], '1');
  accounts.clock.offsetMs += 1000;
  assert.equal((await signIn(ana.user_password, '192.0.2.44')).body.status, 'success');
});

test('after the five seconds, wrong passwords are allowed up to the reserve of the address', async () => {
  await blockAddress('192.0.2.44');
  const guessed: string[] = [];
  const guess = async (user_email: string, password: string): Promise<void> => {
    await signIn(password, '192.0.2.44', user_email);
    accounts.clock.offsetMs += 5000;
    const { body } = await signIn(password, '192.0.2.44', user_email);
    guessed.push(body.code ?? body.status);
  };
  for (let tries = 0; tries < 7; tries++) await guess(`other${tries}@example.com`, 'wrong');
  await guess(ana.user_email, ana.user_password);
  assert.deepEqual(guessed, [
    ...Array<string>(5).fill('invalid_credentials'),
    ...Array<string>(3).fill('too_many_attempts'),
  ]);
});

test('simultaneous guesses after the wait cannot exceed the reserve', async () => {
  await blockAddress('192.0.2.44');
  const emails = Array.from({ length: 30 }, (_, index) => `other${index}@example.com`);
  await Promise.all(emails.map((email) => signIn('wrong', '192.0.2.44', email)));
  accounts.clock.offsetMs += 5000;
  const answers = await Promise.all(emails.map((email) => signIn('wrong', '192.0.2.44', email)));
  const through = answers.filter(({ body }) => body.code === 'invalid_credentials');
  assert.equal(through.length, 5);
});

test('right passwords do not use the reserve, so any number of people can sign in behind a delayed address', async () => {
  await blockAddress('192.0.2.44');
  for (let people = 0; people < 8; people++) {
    const user_email = `person${people}@example.com`;
    await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
    await signIn(ana.user_password, '192.0.2.44', user_email);
    accounts.clock.offsetMs += 5000;
    const { body } = await signIn(ana.user_password, '192.0.2.44', user_email);
    assert.equal(body.status, 'success', String(people));
  }
});

test('an account with recent guesses is not opened after the five seconds', async () => {
  for (let tries = 0; tries < 20; tries++) {
    const { headers } = await signIn('wrong', `198.51.100.${tries}`);
    accounts.clock.offsetMs += Number(headers['retry-after'] ?? 0) * 1000;
  }
  await blockAddress('192.0.2.44');
  await signIn(ana.user_password, '192.0.2.44');
  accounts.clock.offsetMs += 5000;
  const { body } = await signIn(ana.user_password, '192.0.2.44');
  assert.equal(body.code, 'too_many_attempts');
});

test('behind a delayed address the answers reveal neither a right password nor a known account before the five seconds', async () => {
  const seen = async (user_email: string, password: string) => {
    await accounts.sql`delete from platform.attempts`;
    await blockAddress('192.0.2.44');
    const answers = [];
    for (let tries = 0; tries < 2; tries++) {
      answers.push(await signIn(password, '192.0.2.44', user_email));
      accounts.clock.offsetMs += 2000;
    }
    return answers.map(({ body, headers }) => [body, headers['retry-after']]);
  };
  const right = await seen(ana.user_email, ana.user_password);
  assert.deepEqual(await seen(ana.user_email, 'wrong'), right);
  assert.deepEqual(await seen('nobody@example.com', 'wrong'), right);
});

test('only few of many simultaneous guesses are tried', async () => {
  const guesses = Array.from({ length: 60 }, (_, index) =>
    index === 50 ? ana.user_password : `wrong ${index}`,
  );
  const answers = await Promise.all(guesses.map((guess) => signIn(guess, '192.0.2.1')));
  const codes = answers.map((answer) => answer.body.code ?? answer.body.status);
  assert.equal(codes[50], 'too_many_attempts');
  const through = codes.filter((code) => code !== 'too_many_attempts').length;
  assert.ok(through <= 10, `${through} got through`);
});

test('an unknown address is throttled like a known one', async () => {
  const codes = async (user_email: string) => {
    const answers = [];
    for (let tries = 0; tries < 7; tries++) answers.push(await signIn('wrong', '192.0.2.1', user_email));
    return answers.map(({ body, headers }) => [body.code, body.msg, headers['retry-after']]);
  };
  const known = await codes(ana.user_email);
  await accounts.sql`delete from platform.attempts`;
  assert.deepEqual(await codes('nobody@example.com'), known);
});

test('behind a delayed address, wrong passwords do not reveal who has signed in from there', async () => {
  await signIn(ana.user_password, '192.0.2.9');
  for (let tries = 0; tries < 21; tries++) await signIn('wrong', '192.0.2.9', `nobody${tries}@example.com`);
  assert.equal((await signIn('wrong', '192.0.2.9', 'other@example.com')).body.code, 'too_many_attempts');
  assert.equal((await signIn('wrong', '192.0.2.9')).body.code, 'too_many_attempts');
  assert.equal((await signIn(ana.user_password, '192.0.2.9')).body.status, 'success');
});

const hourMs = 3_600_000;
const lastUsed = async (): Promise<unknown> => {
  const rows = await accounts.sql<
    { last_used_at: Date }[]
  >`select last_used_at from accounts.known_addresses`;
  return rows.map((row) => row.last_used_at.getTime());
};

test('the address of a sign-in is stored once a day', async () => {
  await signIn(ana.user_password, '192.0.2.7');
  const first = await lastUsed();
  assert.deepEqual(first, [accounts.clock.nowMs()]);
  accounts.clock.offsetMs += 23 * hourMs;
  await signIn(ana.user_password, '192.0.2.7');
  assert.deepEqual(await lastUsed(), first);
  for (const later of [2 * hourMs, 24 * 120 * hourMs]) {
    accounts.clock.offsetMs += later;
    await signIn(ana.user_password, '192.0.2.7');
    assert.deepEqual(await lastUsed(), [accounts.clock.nowMs()]);
  }
});

test('a success clears the visitor’s failures, but not those of others at the account or of the address', async () => {
  await signIn(ana.user_password, '192.0.2.7');
  // The notice mail of the sign-in added a counter of its own.
  await accounts.sql`delete from platform.attempts`;
  const count = async (): Promise<number> =>
    (await accounts.sql`select from platform.attempts where failures > 0`).length;
  await signIn('wrong', '198.51.100.1');
  assert.equal(await count(), 3);
  await signIn('wrong', '192.0.2.7');
  assert.equal(await count(), 5);
  assert.equal((await signIn(ana.user_password, '192.0.2.7')).body.status, 'success');
  assert.equal(await count(), 4);
});

test('the answers to guesses reveal neither sign-ins of the owner nor that the account exists', async () => {
  await signIn(ana.user_password, '192.0.2.7');
  const guess = async (user_email: string) => {
    await accounts.sql`delete from platform.attempts`;
    const codes: string[] = [];
    for (let tries = 0; tries < 8; tries++) {
      if (tries === 5) await signIn(ana.user_password, '192.0.2.7');
      codes.push((await signIn('wrong', `198.51.100.${tries}`, user_email)).body.code);
    }
    return codes;
  };
  const atOwner = await guess(ana.user_email);
  assert.ok(atOwner.includes('too_many_attempts'), atOwner.join());
  assert.deepEqual(atOwner, await guess('nobody@example.com'));
});

test('an attempt that waits for another one is judged by the time when the wait ends', async () => {
  await accounts.sql`delete from platform.attempts`;
  // The clock advances with every read, so that the time of the request differs from the time after the wait.
  const { nowMs } = accounts.clock;
  let ticks = 0;
  accounts.clock.nowMs = () => nowMs() + ++ticks;
  try {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        signIn(index % 4 === 3 ? 'wrong' : ana.user_password, '192.0.2.7'),
      ),
    );
    const codes = answers.map(({ body }) => body.code ?? body.status);
    assert.equal(codes.filter((code) => code === 'success').length, 9, codes.join());
  } finally {
    accounts.clock.nowMs = nowMs;
  }
});

test('a sign-in takes three database round trips', async () => {
  await signIn(ana.user_password, '192.0.2.7');
  const counted = new WeakSet<object>();
  let trips = 0;
  const { pool } = accounts.sql;
  const count = (client: object): void => {
    const { connection } = client as { connection: EventEmitter };
    if (!counted.has(client)) connection.on('readyForQuery', () => (trips += 1));
    counted.add(client);
  };
  pool.on('acquire', count);
  try {
    // Measures several times and takes the minimum: a new connection and background work add round trips.
    const asked: number[] = [];
    for (let time = 0; time < 5; time++) {
      trips = 0;
      assert.equal((await signIn(ana.user_password, '192.0.2.7')).body.status, 'success');
      asked.push(trips);
    }
    assert.equal(Math.min(...asked), 3, asked.join());
  } finally {
    pool.off('acquire', count);
  }
});
