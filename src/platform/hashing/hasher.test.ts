import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ana, openAccountsApp } from '../../../test/support/accounts.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { platformSettings } from '../platform.settings.ts';
import { readCost, type HashCost } from './hash-cost.rules.ts';
import type { HashJob } from './hash-job.ts';
import { createHasher } from './hasher.ts';
import { createHashingPool } from './hashing-pool.ts';

const cheap = { memoryKib: 8, passes: 1, weakAllowed: true, queue: 100, threads: 2 };
const closers: Array<() => Promise<void>> = [];
after(async () => {
  for (const close of closers.toReversed()) await close();
});

test('a hash is salted Argon2id with the configured parameters', async () => {
  const hasher = await createHasher({
    memoryKib: 19_456,
    passes: 2,
    weakAllowed: false,
    queue: 1,
    threads: 1,
  });
  const [one, other] = [await hasher.hash('secret'), await hasher.hash('secret')];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, other);
  assert.ok(await hasher.verify(one, 'secret'));
  assert.ok(!(await hasher.verify(one, 'Secret')));
  assert.ok(!(await hasher.verify(null, 'secret')));
});

test('verification costs the same for an old hash, a new one and none, with a right or a wrong password', async () => {
  const jobs: HashJob[] = [];
  const hasher = await createHasher({
    ...cheap,
    memoryKib: 4864,
    createPool(options) {
      const pool = createHashingPool(options);
      const run = (job: HashJob) => {
        jobs.push(job);
        return pool.run(job);
      };
      return { run, waiting: 0 };
    },
  });
  const earlier = await createHasher({ ...cheap, memoryKib: 64 });
  const timeOf = (cost: HashCost | undefined): number => (cost ? cost.memoryKib * (cost.passes + 0.5) : 0);
  for (const passwordHash of [await earlier.hash('secret'), await hasher.hash('secret'), null, undefined]) {
    for (const password of ['secret', 'wrong']) {
      jobs.length = 0;
      const isRight = await hasher.verify(passwordHash, password);
      assert.equal(isRight, password === 'secret' && typeof passwordHash === 'string');
      const [job, ...more] = jobs;
      assert.ok(job?.kind === 'verify' && more.length === 0);
      assert.equal(
        timeOf(readCost(job.passwordHash)) + timeOf(job.rest),
        timeOf({ memoryKib: 4864, passes: 1 }),
      );
    }
  }
});

test('production does not start with weak hashes', async () => {
  await assert.rejects(
    createHasher({ memoryKib: 19_455, passes: 2, weakAllowed: false, queue: 1, threads: 1 }),
    /at least 19456/,
  );
  await assert.rejects(
    createHasher({ memoryKib: 19_456, passes: 1, weakAllowed: false, queue: 1, threads: 1 }),
  );
  assert.equal(platformSettings.WEAK_HASHES.production, false);
});

test('rejects hashes beyond the queue limit', async () => {
  const hasher = await createHasher({ ...cheap, threads: 1, queue: 3 });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => hasher.hash('secret')));
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  assert.equal(hasher.waiting, 0);
  await hasher.hash('again');
});

test('a sign-in gets 503 with Retry-After while the queue is full', async () => {
  const accounts = await openAccountsApp({ settings: { PASSWORD_QUEUE: '1' } });
  closers.push(() => accounts.close());
  const body = { user_email: ana.user_email, user_password: 'wrong', user_type: '0' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => accounts.call('POST', '/signin', { body })),
  );
  const refused = answers.filter((answer) => answer.status === 503);
  assert.ok(refused.length > 0);
  assert.equal(refused[0]?.body.code, 'overloaded');
  assert.ok(Number(refused[0]?.headers['retry-after']) > 0);
});

test('after the configured cost is increased, the next sign-in replaces the hash', async () => {
  const database = await createTestDatabase();
  closers.push(() => database.drop());
  const weak = await openAccountsApp({ database });
  closers.push(() => weak.close());
  await weak.call('POST', '/signup', { body: ana });
  const strong = await openAccountsApp({
    database,
    settings: { PASSWORD_MEMORY_KIB: '64', PASSWORD_PASSES: '2' },
  });
  const parameters = async (): Promise<string> => {
    const [row] = await weak.sql<{ password_hash: string }[]>`select password_hash from accounts.users`;
    return row?.password_hash.split('$')[3] ?? '';
  };
  const body = { user_email: ana.user_email, user_password: ana.user_password, user_type: '0' };
  try {
    await strong.call('POST', '/signin', { body: { ...body, user_password: 'wrong' } });
    assert.equal(await parameters(), 'm=8,t=1,p=1');
    await strong.call('POST', '/signin', { body });
  } finally {
    // close() waits for work that continues after answers.
    await strong.close();
  }
  assert.equal(await parameters(), 'm=64,t=2,p=1');
  // The process with the lower cost accepts the hash and does not replace it.
  assert.equal((await weak.call('POST', '/signin', { body })).body.status, 'success');
  assert.equal(await parameters(), 'm=64,t=2,p=1');
});
