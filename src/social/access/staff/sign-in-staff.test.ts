import assert from 'node:assert/strict';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { holdTime, openTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  Visitor,
} from '../../../../test/support/console.ts';
import { until } from '../../../../test/support/process.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp({ settings: strictConsole });
  holdTime(praca.clock);
});
after(() => praca.close());
beforeEach(() => {
  // Longer than failures are remembered.
  praca.clock.offsetMs += 24 * 3_600_000;
});

const ask = (email: string, password: string, from = '10.9.0.1', payload?: object) =>
  praca.app.inject({
    method: 'POST',
    url: '/social/staff/token',
    headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
    remoteAddress: from,
    ...(payload ? { payload } : {}),
  });

const recordedOf = async (email: string) =>
  (
    await praca.sql<{ act: string; address: string }[]>`
      select act, address from (
        select id, act, address from platform.console_audit where person_email = ${email}
        union all
        select r.id, r.act, r.address from platform.console_refusals r
        join platform.people p on p.id = r.person_id where p.email = ${email}
      ) recorded order by id`
  ).map(({ act, address }) => [act, address]);

test('if the console requires a second factor, a password alone gets no API token', async () => {
  const { email } = await createPerson(praca, [staffAs('moderator')]);
  const refused = await ask(email, goodPassword);
  assert.deepEqual([refused.statusCode, refused.json().code], [401, 'factor_required']);
  assert.match(refused.json().detail, /console/);
  const { app } = await signInStrictly(praca, email);
  praca.clock.offsetMs += 60_000;
  assert.equal((await ask(email, goodPassword, '10.9.0.1', { factor_code: app.code() })).statusCode, 200);
});

test('guesses from one IPv6 network count together, and throttle it at the console too', async () => {
  let waits = 0;
  for (let turn = 0; turn < 30; turn++) {
    const answer = await ask(`n${turn}@praca.test`, 'wrong', `2001:db8:1:2::${turn.toString(16)}`);
    if (answer.statusCode === 429) waits++;
  }
  assert.ok(waits > 0);
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = new Visitor(praca, '2001:db8:1:2::ffff');
  await visitor.get('/console/sign-in');
  assert.equal((await visitor.post('/console/sign-in', { email, password: goodPassword })).status, 429);
});

test('successful and failed sign-ins by the API are recorded with person and address', async () => {
  const { email } = await createPerson(praca, [staffAs('moderator')]);
  const { app } = await signInStrictly(praca, email);
  const before = (await recordedOf(email)).length;
  // Audit entries of the same millisecond have no order.
  praca.clock.offsetMs += 1000;
  await ask(email, 'wrong', '2001:db8:7:7::1');
  praca.clock.offsetMs += 60_000;
  await ask(email, goodPassword, '10.9.0.2', { factor_code: app.code() });
  assert.deepEqual((await recordedOf(email)).slice(before), [
    ['sign_in.failed', '2001:db8:7:7::/64'],
    ['signed_in', '10.9.0.2'],
  ]);
});

test('guesses from many networks delay a new network at the API, but not one known from the console', async () => {
  const { email } = await createPerson(praca, [staffAs('moderator')]);
  const { app } = await signInStrictly(praca, email, '10.9.3.1');
  for (let turn = 0; turn < 15; turn++) {
    praca.clock.offsetMs += 61_000;
    assert.equal((await ask(email, 'wrong', `10.9.4.${turn}`)).statusCode, 401);
  }
  const enter = (from: string) => ask(email, goodPassword, from, { factor_code: app.code() });
  assert.equal((await enter('10.9.3.2')).statusCode, 429);
  assert.equal((await enter('10.9.3.1')).statusCode, 200);
});

/** Holds the verification of the password "held" until `release` is called. */
function holdVerifications(context: TestContext): { begun: () => number; release: () => void } {
  const { hasher } = praca.platform;
  const verify = hasher.verify.bind(hasher);
  const held = Promise.withResolvers<void>();
  let begun = 0;
  context.mock.method(hasher, 'verify', async (...given: Parameters<typeof verify>) => {
    begun++;
    if (given[1] === 'held') await held.promise;
    return verify(...given);
  });
  return { begun: () => begun, release: () => held.resolve() };
}

test('a right password does not wait for wrong ones of another network, and most of a flood is not hashed', async (context) => {
  const { email } = await createPerson(praca, [staffAs('moderator')]);
  const { app } = await signInStrictly(praca, email, '10.9.1.1');
  praca.clock.offsetMs += 60_000;
  const { begun, release } = holdVerifications(context);
  const flood = Array.from({ length: 400 }, (_, turn) => ask(`n${turn}@praca.test`, 'held', '10.9.1.2'));
  await until(async () => begun() > 0, 'the flood');
  const right = await ask(email, goodPassword, '10.9.1.1', { factor_code: app.code() });
  assert.equal(right.statusCode, 200, right.body);
  assert.equal(begun(), 2, 'one of a network at a time');
  release();
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  const countOf = (status: number) => statuses.filter((one) => one === status).length;
  assert.ok(countOf(503) >= 350, 'the queue of a network is bounded');
  assert.ok(countOf(429) >= 1, 'those that have to wait');
  assert.ok(begun() <= 18, `${begun()} hashes`);
});

for (const [door, enter] of [
  ['the API', (email: string) => ask(email, goodPassword)],
  ['the console', (email: string) => signIn(praca, email, '10.9.2.1')],
] as const) {
  test(`no transaction is open while ${door} computes a hash, including a rehash`, async (context) => {
    const { email } = await createPerson(praca, [staffAs('moderator')]);
    const { hasher } = praca.platform;
    const open: number[] = [];
    const watch = async (): Promise<void> => {
      const [row] = await praca.sql<{ count: number }[]>`
        select count(*)::int from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`;
      open.push(row?.count ?? 0);
    };
    const [verify, hash] = [hasher.verify.bind(hasher), hasher.hash.bind(hasher)];
    context.mock.method(hasher, 'isOutdated', () => true);
    context.mock.method(hasher, 'verify', async (...given: Parameters<typeof verify>) => {
      await watch();
      return verify(...given);
    });
    context.mock.method(hasher, 'hash', async (...given: Parameters<typeof hash>) => {
      await watch();
      return hash(...given);
    });
    await enter(email);
    assert.deepEqual(open, [0, 0]);
  });
}
