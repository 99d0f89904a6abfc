import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import type { Clock } from '../clock.ts';
import type { PlatformDatabase } from '../platform.ts';
import type { Connection } from '../postgres/client/connection.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Query } from '../postgres/client/sql.ts';
import { askReached } from '../postgres/ask-reached.ts';
import { inBatches } from '../postgres/in-batches.ts';
import { databaseLabels } from '../postgres/measure-database.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createJobPool } from './job-pool.ts';
import { countJobs } from './manage-jobs.ts';

/** Work that is done later, at least once, in some process. What `run` throws is tried again with growing pauses. */
export interface JobDefinition {
  readonly name: string;
  /** Jobs that wait for strangers have a lane of their own, where they hold up nobody else. */
  readonly lane?: string;
  run(payload: unknown): Promise<void>;
}

/** Work that is due at times of the wall clock, once in all processes together. */
export interface CronDefinition extends JobDefinition {
  /** Five fields, UTC: minute, hour, day, month, weekday. */
  readonly schedule: string;
}

/** Its next time comes soon enough. */
export const cronAttempts = 3;

export interface JobOptions {
  /** In the service's time, not before it. */
  runAt?: Date;
  maxAttempts?: number;
  /** A later job with this key takes the place of one that has not begun. */
  key?: string;
  /** Adds nothing where about so many jobs wait whose keys begin like this. */
  most?: { readonly waiting: number; readonly keyPrefix: string };
}

/** Adds a job inside the caller's transaction: it exists if and only if the change does. */
export function addJob(tx: Tx, clock: Clock, name: string, payload: unknown, options: JobOptions = {}): void {
  // The queue runs on PostgreSQL's clock, and the sandbox's may be ahead of it.
  const aheadMs = clock.nowMs() - Date.now();
  const runAt = options.runAt ? new Date(options.runAt.getTime() - aheadMs) : null;
  tx.defer(tx`
    select graphile_worker.add_job(
      ${name}, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt},
      max_attempts := ${options.maxAttempts ?? 25}, job_key := ${options.key ?? null})
    ${options.most ? whereFewerWait(tx, options.most) : tx``}`);
}

/** The range is what the index of keys can find; its order follows the database's collation, `starts_with` is exact. */
const whereFewerWait = (tx: Tx, { waiting, keyPrefix }: NonNullable<JobOptions['most']>): Query => tx`
  where ${waiting} > (
    select count(*) from (
      select from graphile_worker.jobs
      where key >= ${keyPrefix}::text and key <= ${`${keyPrefix}zzzz`}::text and starts_with(key, ${keyPrefix})
        and attempts < max_attempts
      limit ${waiting}) as found)`;

/** Many of one kind, due at once, in one statement: each by itself would cost a call of the queue. */
export function addJobs(
  tx: Tx,
  name: string,
  jobs: readonly { readonly payload: unknown; readonly key?: string }[],
  { maxAttempts = 25 }: Pick<JobOptions, 'maxAttempts'> = {},
): void {
  if (jobs.length === 0) return;
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  const keys = jobs.map(({ key }) => key ?? null);
  tx.defer(tx`
    select from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, null, null, ${maxAttempts}::integer, key, null, null)::graphile_worker.job_spec
      from unnest(${payloads}::json[], ${keys}::text[]) as given (payload, key)))`);
}

/** Every job that waits becomes due earlier by as much as the sandbox's clock was moved. */
export async function bringJobsForward(tx: Tx, milliseconds: number): Promise<void> {
  await tx`
    select graphile_worker.reschedule_jobs(array[id], run_at := run_at - ${milliseconds} * interval '1 millisecond')
    from graphile_worker.jobs where run_at > now() and locked_at is null`;
}

/** Runs each as soon as somebody can, besides its own times. By key: all processes see that the clock was moved. */
export async function hastenCrons(sql: Sql, crons: readonly CronDefinition[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(name, max_attempts := ${cronAttempts}, job_key := 'hastened ' || name)
    from unnest(${crons.map((cron) => cron.name)}::text[]) as crons (name)`;
}

/**
 * A job that has used up its attempts is never run again, but what it was given, an address perhaps, would stay for
 * ever. For a week it can be looked at, and be given more attempts. `run_at` moves on with every failure; on
 * PostgreSQL's clock, as the whole queue.
 */
export async function forgetFailedJobs(sql: Sql): Promise<number> {
  return inBatches(async (limit) => {
    const [deleted] = await sql<{ count: number }[]>`
      select count(*)::int from graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs
        where attempts >= max_attempts and greatest(run_at, updated_at, locked_at) < now() - interval '7 days'
        limit ${limit}))`;
    return deleted?.count ?? 0;
  });
}

export async function migrateJobs(connection: Connection, log: Logger): Promise<void> {
  // It may have to wait for whoever works on the queue, and to change all of it.
  const pgPool = createJobPool(connection, log, 1, 0);
  try {
    await runMigrations({ pgPool, logger: quietLogger(log) });
  } finally {
    await pgPool.end();
  }
}

/** graphile-worker's own reports, at a lower level: failures of jobs are what matters. */
export function quietLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- the enum exists only in the types
    if (level === 'error') log.warn({ jobs: meta?.['failure'] ?? undefined }, message);
    else log.debug(message);
  });
}

export function measureJobs(
  metrics: Metrics,
  databases: readonly Pick<PlatformDatabase, 'name' | 'sql'>[],
): void {
  const label = databaseLabels(databases);
  metrics.gauge(
    'jobs_waiting',
    'Jobs in the queue, by whether they are due or have failed before',
    async (gauge) => {
      await askReached(databases, async (database) => {
        const row = await countJobs(database.sql);
        for (const state of ['due', 'later', 'failing'] as const)
          gauge.set({ state, ...label.of(database) }, row[state]);
      });
    },
    ['state', ...label.names],
  );
}
