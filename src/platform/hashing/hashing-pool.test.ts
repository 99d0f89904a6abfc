import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHashingPool } from './hashing-pool.ts';

/** A fake thread that answers with its own id and the password. Special passwords make it fail or exit. */
const played = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ password }) => {
      if (password === 'die') process.exit(1);
      if (password === 'throw') throw new Error('thrown');
      const until = performance.now() + 20;
      while (performance.now() < until);
      parentPort.postMessage({ result: threadId + ' ' + password });
    });`)}`,
);
const cost = { memoryKib: 8, passes: 1 };
const hashOf = (password: string) => ({ kind: 'hash' as const, password, cost });
const threadOf = (result: string | boolean): string => String(result).split(' ')[0] ?? '';

test('distributes hashes over the threads and returns each result to its caller', async () => {
  const threads = createHashingPool({ threads: 2, queue: 100, entry: played });
  const passwords = Array.from({ length: 20 }, (_, index) => `password${index}`);
  const results = await Promise.all(passwords.map((password) => threads.run(hashOf(password))));
  assert.deepEqual(
    results.map((result) => String(result).split(' ')[1]),
    passwords,
  );
  assert.equal(new Set(results.map(threadOf)).size, 2);
  assert.equal(threads.waiting, 0);
});

test('sequential jobs use one thread, which ends when it is idle', async () => {
  const threads = createHashingPool({ threads: 2, queue: 1, letGoAfterMs: 50, entry: played });
  const [one, two] = [await threads.run(hashOf('one')), await threads.run(hashOf('two'))];
  assert.equal(threadOf(one), threadOf(two));
  await sleep(150);
  assert.notEqual(threadOf(await threads.run(hashOf('three'))), threadOf(one));
});

for (const end of ['die', 'throw']) {
  test(`the jobs of a thread fail when it ends (${end}), and waiting jobs go to another`, async () => {
    const threads = createHashingPool({ threads: 1, queue: 9, entry: played });
    const outcomes = await Promise.allSettled(
      ['a', end, 'b', 'c', 'd'].map((given) => threads.run(hashOf(given))),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(threads.waiting, 0);
    assert.match(String(await threads.run(hashOf('e'))), / e$/);
  });
}

test('a job that fails does not affect others', async () => {
  const threads = createHashingPool({ threads: 1, queue: 9 });
  const verify = { kind: 'verify' as const, password: 'secret', rest: undefined };
  const broken = threads.run({ ...verify, passwordHash: 'no hash' });
  const made = threads.run(hashOf('secret'));
  await assert.rejects(broken);
  assert.equal(await threads.run({ ...verify, passwordHash: String(await made) }), true);
});

test('rejects jobs if no thread can be started, and leaves none in the queue', async () => {
  // A worker cannot run this URL scheme. It fails at once, as when the system has no threads left.
  const entry = new URL('http://127.0.0.1/');
  const threads = createHashingPool({ threads: 2, queue: 1, entry });
  for (let times = 0; times < 5; times++) {
    await assert.rejects(threads.run(hashOf('one')), { code: 'ERR_INVALID_URL_SCHEME' });
  }
  assert.equal(threads.waiting, 0);
});

test('if a second thread cannot be started, the first does all jobs', async () => {
  const entry = new URL(played);
  const threads = createHashingPool({ threads: 2, queue: 9, entry });
  const first = threads.run(hashOf('one'));
  entry.href = 'http://127.0.0.1/';
  const results = await Promise.all([
    first,
    ...['two', 'three', 'four'].map((one) => threads.run(hashOf(one))),
  ]);
  assert.equal(new Set(results.map(threadOf)).size, 1);
});
