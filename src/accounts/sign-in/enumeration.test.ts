import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import {
  ana,
  openAccountsApp,
  production,
  type AccountsApp,
  type Called,
} from '../../../test/support/accounts.ts';

/**
 * Whoever asks learns nothing from what comes back nor from how long it takes. Times are compared as a stranger would:
 * hundreds of tries of two kinds in turns, and a rank test between them.
 */
const tries = 300;

let accounts: AccountsApp;
before(async () => {
  // Hashing takes long enough that leaving it out would show, and short enough for hundreds of tries.
  const settings = { ...production, PASSWORD_MEMORY_KIB: '1024', FREE_FAILURES: '1000000' };
  accounts = await openAccountsApp({ settings });
  const passwordHash = await hash(ana.user_password, { memoryCost: 1024, timeCost: 1, parallelism: 1 });
  // No jobs run, so that nothing else does while times are compared.
  await accounts.sql`
    insert into accounts.users
      (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, language, created_at)
    select gen_random_uuid(), name || '@example.com', name || '@example.com', now(), 'Ana', 'Souza',
      case when name <> 'social' then ${passwordHash} end, 'en', now()
    from unnest(array['known', 'locked', 'social']) as given (name)`;
});
after(() => accounts.close());

type Ask = (turn: number) => Promise<Called>;

interface Compared {
  one: number[];
  other: number[];
}

async function compareTimes(one: Ask, other: Ask): Promise<Compared> {
  const times: Compared = { one: [], other: [] };
  const timed = async (ask: Ask, turn: number): Promise<number> => {
    const began = performance.now();
    await ask(turn);
    return performance.now() - began;
  };
  for (let turn = 0; turn < 20; turn++) {
    await one(-turn);
    await other(-turn);
  }
  for (let turn = 0; turn < tries; turn++) {
    // Which of the two comes first alternates, so that neither always follows the other.
    if (turn % 2 === 0) times.one.push(await timed(one, turn));
    times.other.push(await timed(other, turn));
    if (turn % 2 === 1) times.one.push(await timed(one, turn));
  }
  return times;
}

/** How often a time of the one is longer than a time of the other: 0.5 where they cannot be told apart. */
function advantage({ one, other }: Compared): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (one.length * other.length);
}

/** Far beyond chance with so many tries (its deviation is 0.024), and far below what an early return shows. */
const tolerated = 0.13;

async function assertAlike(one: Ask, other: Ask, what: string): Promise<void> {
  let last = 0;
  // A busy machine can favour one side for a while, but not three times in a row.
  for (let attempt = 0; attempt < 3; attempt++) {
    last = advantage(await compareTimes(one, other));
    if (Math.abs(last - 0.5) < tolerated) return;
  }
  assert.fail(`${what}: the times tell them apart (${last.toFixed(3)})`);
}

const shape = ({ status, body, headers }: Called): unknown => ({
  status,
  body: {
    ...body,
    ...(body.uid === undefined ? {} : { uid: String(body.uid).replaceAll(/[0-9a-f]/g, 'x') }),
  },
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'x-request-id'),
  ),
});

const signIn =
  (user_email: string): Ask =>
  () =>
    accounts.call('POST', '/signin', { body: { user_email, user_password: 'not this one', user_type: '0' } });

test('the comparison finds an early return', async () => {
  const real = signIn('known@example.com');
  const early: Ask = async () => {
    const answer = { status: 200, body: {}, text: '', headers: {}, token: '' };
    // As a lookup that finds nobody and answers at once would take.
    await accounts.sql`select 1 from accounts.users where email_key = 'nobody@example.com'`;
    return answer;
  };
  const found = advantage(await compareTimes(real, early));
  assert.ok(found - 0.5 > tolerated, String(found));
});

for (const kind of ['unknown', 'social']) {
  test(`a wrong password cannot be told from a user who is ${kind}`, async () => {
    const known = signIn('known@example.com');
    const other = signIn(`${kind}@example.com`);
    assert.deepEqual(shape(await known(0)), shape(await other(0)));
    await assertAlike(known, other, kind);
  });
}

test('an account that is slowed down takes the same time, for a right password too', async () => {
  const { sql } = accounts;
  const body = { user_email: 'locked@example.com', user_password: 'not this one', user_type: '0' };
  await accounts.call('POST', '/signin', { body, from: '198.51.100.1' });
  await sql`update accounts.attempts set blocked_until = now() + interval '1 hour' where failures = 1`;
  const ask =
    (user_password: string): Ask =>
    () =>
      accounts.call('POST', '/signin', { body: { ...body, user_password }, from: '198.51.100.2' });
  const [wrong, right] = [ask('not this one'), ask(ana.user_password)];
  const refused = await right(0);
  assert.equal(refused.body.code, 'too_many_attempts');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.deepEqual(Object.keys((await wrong(0)).body), Object.keys(refused.body));
  await assertAlike(wrong, right, 'slowed down');
  await assertAlike(wrong, signIn('known@example.com'), 'slowed down and not');
});

test('sign-up tells nobody which addresses are known', async () => {
  const known: Ask = () =>
    accounts.call('POST', '/signup', { body: { ...ana, user_email: 'known@example.com' } });
  const fresh: Ask = (turn) =>
    accounts.call('POST', '/signup', { body: { ...ana, user_email: `new${turn}@example.com` } });
  assert.deepEqual(shape(await known(0)), shape(await fresh(0)));
  await assertAlike(known, fresh, 'sign-up');
});

test('recovery tells nobody which addresses are known', async () => {
  const ask =
    (address: (turn: number) => string): Ask =>
    (turn) =>
      accounts.call('POST', '/forgetpassword', { body: { user_email: address(turn) } });
  const known = ask(() => 'known@example.com');
  const unknown = ask((turn) => `nobody${turn}@example.com`);
  assert.deepEqual(shape(await known(0)), shape(await unknown(0)));
  await assertAlike(known, unknown, 'recovery');
  const withCode =
    (user_email: string): Ask =>
    () =>
      accounts.call('POST', '/forgetpassword', { body: { user_email, code: 'AAAA-AAAA' } });
  assert.deepEqual(
    shape(await withCode('known@example.com')(0)),
    shape(await withCode('unknown@example.com')(0)),
  );
  await assertAlike(withCode('known@example.com'), withCode('unknown@example.com'), 'a wrong code');
});
