import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, dropAtEnd, openTestPool } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { MovableClock } from '../clock.ts';
import { advanceClock, followClock, type ClockDatabases } from '../shared-clock.ts';
import type { Sql } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { openPostgresSignals } from '../signals/postgres-signals.ts';
import type { Signals } from '../signals/signals.ts';
import { createLogger } from '../telemetry/logger.ts';
import { addJob, addJobs, forgetFailedJobs } from './jobs.ts';
import { countJobs, isGivenUp, listFailedJobs } from './manage-jobs.ts';
import { startJobs, type RunningJobs } from './run-jobs.ts';

const log = createLogger({ level: 'silent', pretty: false });
const clock = new MovableClock();
const done: unknown[] = [];
let attempts = 0;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let signals: Signals;
let at: ClockDatabases;
let jobs: RunningJobs;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 4);
  signals = await openPostgresSignals(database.connection, log);
  at = { home: { sql, signals }, databases: [] };
  await followClock(at, clock, log);
  const definitions = [
    { name: 'note', run: async (payload: unknown) => void done.push(payload) },
    {
      name: 'fail_always',
      run: async () => {
        throw new Error('every time');
      },
    },
    {
      name: 'fail_once',
      run: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('the first time');
      },
    },
  ];
  jobs = await startJobs(database.connection, sql, definitions, [], log);
});
after(async () => {
  await jobs.stop();
  await signals.close();
  await sql.end();
  dropAtEnd(database);
});

test('a job runs only if its transaction commits', async () => {
  await assert.rejects(
    transaction(sql, async (tx) => {
      addJob(tx, clock, 'note', 'undone');
      throw new Error('changed my mind');
    }),
  );
  await transaction(sql, (tx) => addJob(tx, clock, 'note', { kept: '🎉' }));
  await until(() => done.length > 0, 'the job');
  assert.deepEqual(done, [{ kept: '🎉' }]);
});

test('each of many jobs added at once runs once if the transaction commits', async () => {
  done.length = 0;
  await transaction(sql, (tx) => {
    addJobs(tx, 'note', []);
    const given = [{ payload: 1 }, { payload: { two: '🎉' }, key: 'k' }, { payload: 'three' }];
    addJobs(tx, 'note', given, { maxAttempts: 3 });
  });
  await until(() => done.length === 3, 'the jobs');
  assert.deepEqual(
    new Set(done.map((item) => JSON.stringify(item))),
    new Set(['1', '{"two":"🎉"}', '"three"']),
  );
});

test('retries a job that fails', async () => {
  await transaction(sql, (tx) => addJob(tx, clock, 'fail_once', {}));
  await until(() => attempts === 1, 'the first attempt');
  await advanceClock(at, clock, 60);
  await until(() => attempts === 2, 'the second attempt');
});

test('a scheduled job waits, and moving the clock forward makes it due', async () => {
  done.length = 0;
  const runAt = new Date(clock.nowMs() + 3_600_000);
  await transaction(sql, (tx) => addJob(tx, clock, 'note', 'later', { runAt }));
  await sleep(300);
  assert.deepEqual(done, []);
  await advanceClock(at, clock, 3600);
  assert.ok(clock.nowMs() >= runAt.getTime());
  await until(() => done.length === 1, 'the job for later');
});

test('a job that failed for the last time is deleted with its payload after a week', async () => {
  await transaction(sql, (tx) =>
    addJob(tx, clock, 'fail_always', { to: 'ana@example.com' }, { maxAttempts: 1 }),
  );
  const find = () => sql<{ id: bigint }[]>`
    select id from graphile_worker.jobs where task_identifier = 'fail_always' and last_error is not null`;
  let failed = await find();
  await until(async () => {
    failed = await find();
    return failed.length > 0;
  }, 'the failure');
  assert.equal(failed.length, 1);
  assert.equal(await forgetFailedJobs(sql), 0);
  const age = (days: number) =>
    sql`update graphile_worker._private_jobs
      set run_at = now() - ${days} * interval '1 day', updated_at = created_at - interval '30 days'
      where id = ${failed[0]?.id ?? 0n}`;
  await age(6);
  assert.equal(await forgetFailedJobs(sql), 0);
  await age(8);
  assert.equal(await forgetFailedJobs(sql), 1);
  assert.equal((await find()).length, 0);
});

test('a job on its first attempt is not listed as failed, and one on its last attempt is not listed as given up', async () => {
  const states = {
    begun: [1, true],
    again: [2, true],
    last: [3, true],
    waits: [1, false],
    over: [3, false],
  } as const;
  for (const [key, [tried, isRunning]] of Object.entries(states)) {
    await transaction(sql, (tx) =>
      addJob(tx, clock, `of_another_version_${key}`, {}, { key, maxAttempts: 3 }),
    );
    await sql`
      update graphile_worker._private_jobs
      set attempts = ${tried}, locked_at = case when ${isRunning}::boolean then now() end where key = ${key}`;
  }
  const failed = (await listFailedJobs([{ name: 'home', sql }], 10)).filter(({ name }) =>
    name.startsWith('of_an'),
  );
  const names = failed.map(
    (job) => `${job.name.replace('of_another_version_', '')}${isGivenUp(job) ? ' given up' : ''}`,
  );
  assert.equal(names[0], 'over given up', 'first of all');
  assert.deepEqual(names.toSorted(), ['again', 'last', 'over given up', 'waits']);
  const { failing } = await countJobs(sql);
  await sql`update graphile_worker._private_jobs set locked_at = null where key = 'begun'`;
  assert.equal((await countJobs(sql)).failing, failing + 1);
  await sql`delete from graphile_worker._private_jobs where key = any(${Object.keys(states)})`;
});

test('a job with attempts left, or in progress, is never deleted', async () => {
  // A task without a runner in this test.
  for (const key of ['waits', 'runs'])
    await transaction(sql, (tx) => addJob(tx, clock, 'of_another_version', {}, { key, maxAttempts: 3 }));
  await sql`
    update graphile_worker._private_jobs
    set run_at = now() - interval '30 days', updated_at = now() - interval '30 days',
      attempts = case key when 'waits' then 2 else 3 end,
      locked_at = case key when 'waits' then null else now() - interval '1 minute' end
    where key in ('waits', 'runs')`;
  assert.equal(await forgetFailedJobs(sql), 0);
  const left = await sql`select 1 from graphile_worker.jobs where key in ('waits', 'runs')`;
  assert.equal(left.length, 2);
  await sql`delete from graphile_worker._private_jobs where key in ('waits', 'runs')`;
});

test('another process follows the moved clock', async () => {
  const other = new MovableClock();
  await followClock(at, other, log);
  await advanceClock(at, clock, 100);
  await until(() => other.offsetMs === clock.offsetMs, 'the other clock');
});

test('jobs continue after the database has closed all connections', async () => {
  done.length = 0;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  for (let tries = 0; ; tries++) {
    try {
      await transaction(sql, (tx) => addJob(tx, clock, 'note', 'after the outage'));
      break;
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(100);
    }
  }
  await until(() => done.length === 1, 'the job after the outage');
});
