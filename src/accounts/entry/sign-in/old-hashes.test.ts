import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { ana, openAccountsApp, production, type AccountsApp } from '../../../../test/support/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { workOf } from '../../../../test/support/work.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { createHasher } from '../../../platform/hashing/hasher.ts';
import { createRehashes } from '../../credentials/passwords/passwords.ts';
import { signIn, type SignInContext } from './sign-in.ts';

/**
 * After an upgrade of the hash parameters all old hashes belong to existing accounts. The time of a sign-in must not
 * reveal them.
 */
const [oldKib, newKib] = [64, 4864];

let database: TestDatabase;
let accounts: AccountsApp;
before(async () => {
  database = await createTestDatabase();
  const settings = { ...production, FREE_FAILURES: '1000000', PASSWORD_MEMORY_KIB: `${newKib}` };
  accounts = await openAccountsApp({ database, settings });
  const hashOf = (memoryCost: number) => hash(ana.user_password, { memoryCost, timeCost: 1, parallelism: 1 });
  for (const [name, memoryKib] of [
    ['old', oldKib],
    ['slow', oldKib],
    ['anew', oldKib],
    ['new', newKib],
  ] as const) {
    const address = `${name}@example.com`;
    await accounts.sql`
      insert into accounts.users (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash,
        password_changed_at, language, created_at)
      values (gen_random_uuid(), ${address}, ${address}, now(), 'Ana', 'Souza', ${await hashOf(memoryKib)}, now(),
        'en', now())`;
  }
});
after(async () => {
  await accounts.close();
  await database.drop();
});

const ask =
  (name: string, user_password = 'not this one') =>
  () => {
    const body = { user_email: `${name}@example.com`, user_password, user_type: '0' };
    return accounts.call('POST', '/signin', { body });
  };
const work = (operation: () => Promise<unknown>) => workOf(accounts.platform.hasher, operation);

const parametersOf = async (name: string): Promise<string> => {
  const [row] = await accounts.sql<{ password_hash: string }[]>`
    select password_hash from accounts.users where email_key = ${`${name}@example.com`}`;
  return row?.password_hash.split('$')[3] ?? '';
};

for (const other of ['new', 'unknown']) {
  test(`a wrong password causes the same work for an old hash as for the user ${other}`, async () => {
    await ask(other)();
    assert.deepEqual(await work(ask('old')), await work(ask(other)));
  });
}

test('a refused right password for an old hash causes no extra work', async () => {
  const { sql } = accounts;
  await ask('slow')();
  await sql`update platform.attempts set blocked_until = now() + interval '1 hour'`;
  assert.deepEqual(await work(ask('slow', ana.user_password)), await work(ask('slow')));
  assert.equal(await parametersOf('slow'), `m=${oldKib},t=1,p=1`);
  await sql`delete from platform.attempts`;
});

test('the answer to a right password does not wait for the rehash', async () => {
  const gate = Promise.withResolvers<void>();
  const { sql, log } = accounts.platform;
  const real = await createHasher({ memoryKib: newKib, passes: 1, weakAllowed: true, queue: 9, threads: 2 });
  const hasher = { ...real, hash: (password: string) => gate.promise.then(() => real.hash(password)) };
  const rehashes = createRehashes({ sql, hasher, log });
  // Only the service builds complete contexts. This one has what a successful sign-in uses.
  const context = { ...accounts.platform, hasher, rehashes } as unknown as SignInContext;
  const visitor: Visitor = { address: '192.0.2.9', userAgent: 'test', language: 'en' };
  const input = { user_email: 'anew@example.com', user_password: ana.user_password };
  // Two sign-ins at once cause one rehash.
  const [one] = await Promise.all([signIn(context, input, visitor), signIn(context, input, visitor)]);
  assert.equal(one.user.email, 'anew@example.com');
  assert.equal(await parametersOf('anew'), `m=${oldKib},t=1,p=1`);
  gate.resolve();
  await rehashes.finished();
  assert.equal(await parametersOf('anew'), `m=${newKib},t=1,p=1`);
  assert.ok((await signIn(context, input, visitor)).session.token);
});
