import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import {
  ana,
  openAccountsApp,
  production,
  type AccountsApp,
  type Called,
} from '../../../../test/support/accounts.ts';
import { assertToldInSteps, workOf } from '../../../../test/support/work.ts';

/** Neither the response nor its timing shows which addresses have accounts. */
let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: { ...production, FREE_FAILURES: '1000000' } });
  const passwordHash = await hash(ana.user_password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await accounts.sql`
    insert into accounts.users
      (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, language, created_at)
    select gen_random_uuid(), name || '@example.com', name || '@example.com', now(), 'Ana', 'Souza',
      case when name <> 'social' then ${passwordHash} end, 'en', now()
    from unnest(array['known', 'locked', 'social']) as given (name)`;
});
after(() => accounts.close());

type Ask = () => Promise<Called>;

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

const work = (ask: Ask): Promise<string[]> => workOf(accounts.platform.hasher, ask);
const countOf = (done: string[], what: string): number => done.filter((step) => step === what).length;

async function assertAlike(one: Ask, other: Ask): Promise<string[]> {
  // The first request of each writes rows that later ones find.
  assert.deepEqual(shape(await one()), shape(await other()));
  const done = await work(one);
  assert.ok(done.length >= 2, 'the work is seen');
  assert.deepEqual(done, await work(other));
  return done;
}

const signIn =
  (user_email: string): Ask =>
  () =>
    accounts.call('POST', '/signin', { body: { user_email, user_password: 'not this one', user_type: '0' } });

for (const kind of ['unknown', 'social']) {
  test(`the answer to a wrong password is the same for a user who is ${kind}`, async () => {
    const [known, other] = [signIn('known@example.com'), signIn(`${kind}@example.com`)];
    const done = await assertAlike(known, other);
    assert.equal(countOf(done, 'a verification'), 1);
    await assertToldInSteps(known);
    await assertToldInSteps(other);
  });
}

test('a throttled account causes the same work for a wrong and a right password', async () => {
  const { sql } = accounts;
  const body = { user_email: 'locked@example.com', user_password: 'not this one', user_type: '0' };
  await accounts.call('POST', '/signin', { body, from: '198.51.100.1' });
  await sql`update platform.attempts set blocked_until = now() + interval '1 hour' where failures = 1`;
  const ask =
    (user_password: string): Ask =>
    () =>
      accounts.call('POST', '/signin', { body: { ...body, user_password }, from: '198.51.100.2' });
  const [wrong, right] = [ask('not this one'), ask(ana.user_password)];
  const refused = await right();
  assert.equal(refused.body.code, 'too_many_attempts');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.deepEqual(Object.keys((await wrong()).body), Object.keys(refused.body));
  const done = await work(wrong);
  assert.deepEqual(done, await work(right));
  // The answer itself shows the throttling, but the password is hashed all the same.
  for (const what of ['a verification', 'a hash']) {
    assert.equal(countOf(done, what), countOf(await work(signIn('known@example.com')), what), what);
  }
  await assertToldInSteps(right);
});

test('sign-up does not reveal which addresses are known', async () => {
  let turn = 0;
  const known: Ask = () =>
    accounts.call('POST', '/signup', { body: { ...ana, user_email: 'known@example.com' } });
  const fresh: Ask = () =>
    accounts.call('POST', '/signup', { body: { ...ana, user_email: `new${turn++}@example.com` } });
  assert.equal(countOf(await assertAlike(known, fresh), 'a hash'), 1);
});

test('signing in with the password of an unconfirmed sign-up does not reveal which addresses are known', async () => {
  const waiting = { user_password: 'chosen by a stranger', user_type: '0' };
  const ask =
    (user_email: string): Ask =>
    () =>
      accounts.call('POST', '/signin', { body: { ...waiting, user_email } });
  const addresses = ['known@example.com', 'waiting@example.com'] as const;
  for (const user_email of addresses)
    await accounts.call('POST', '/signup', { body: { ...ana, ...waiting, user_email } });
  const [known, unknown] = [ask(addresses[0]), ask(addresses[1])];
  assert.equal((await unknown()).body.code, 'invalid_credentials');
  assert.equal(countOf(await assertAlike(known, unknown), 'a verification'), 1);
});

test('recovery does not reveal which addresses are known', async () => {
  let turn = 0;
  const known: Ask = () =>
    accounts.call('POST', '/forgetpassword', { body: { user_email: 'known@example.com' } });
  const unknown: Ask = () =>
    accounts.call('POST', '/forgetpassword', { body: { user_email: `nobody${turn++}@example.com` } });
  await assertAlike(known, unknown);
});

test('a wrong recovery code does not reveal which addresses are known', async () => {
  const withCode =
    (user_email: string): Ask =>
    () =>
      accounts.call('POST', '/forgetpassword', { body: { user_email, code: 'AAAA-AAAA' } });
  const [known, unknown] = [withCode('known@example.com'), withCode('unknown@example.com')];
  await assertAlike(known, unknown);
  await assertToldInSteps(known);
  await assertToldInSteps(unknown);
});
