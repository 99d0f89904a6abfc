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
import {
  advantage,
  assertSameTimes,
  compareTimes,
  toleratedBesideHashes,
} from '../../../test/support/times.ts';

/** Whoever asks learns nothing from what comes back nor from how long it takes. */
const tries = 60;

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

const assertAlike = (one: Ask, other: Ask, what: string): Promise<void> =>
  assertSameTimes(one, other, what, tries);
const assertBothHash = (one: Ask, other: Ask, what: string): Promise<void> =>
  assertSameTimes(one, other, what, tries, toleratedBesideHashes);

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
  const found = advantage(await compareTimes(real, early, tries));
  assert.ok(found - 0.5 > toleratedBesideHashes, String(found));
});

for (const kind of ['unknown', 'social']) {
  test(`a wrong password cannot be told from a user who is ${kind}`, async () => {
    const known = signIn('known@example.com');
    const other = signIn(`${kind}@example.com`);
    assert.deepEqual(shape(await known(0)), shape(await other(0)));
    await assertBothHash(known, other, kind);
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
  await assertBothHash(wrong, right, 'slowed down');
  await assertBothHash(wrong, signIn('known@example.com'), 'slowed down and not');
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
