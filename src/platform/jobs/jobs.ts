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
import { readTraceparent, traceHeaders, type Trace, type Tracer } from '../telemetry/traces/trace.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createJobPool } from './job-pool.ts';
import { countJobs } from './manage-jobs.ts';

/** Deferred work that runs at least once, in any process. If `run` throws, the job is retried with growing delays. */
export interface JobDefinition {
  readonly name: string;
  /** Jobs that wait for external servers have their own lane, so that they do not delay other jobs. */
  readonly lane?: string;
  run(payload: unknown): Promise<void>;
}

/** Work that is due at fixed times, once across all processes. */
export interface CronDefinition extends JobDefinition {
  /** Cron expression with five fields in UTC: minute, hour, day, month, weekday. */
  readonly schedule: string;
}

/** Few attempts, because the next scheduled run comes soon enough. */
export const cronAttempts = 3;

export interface JobOptions {
  /** Earliest start, on the clock of the service. */
  runAt?: Date;
  maxAttempts?: number;
  /** A later job with this key replaces one that has not started. */
  key?: string;
  /** Adds nothing if about `waiting` jobs with this key prefix wait already. */
  most?: { readonly waiting: number; readonly keyPrefix: string };
}

/** Adds the trace of the current work, which `readPayload` takes out again. */
const writePayload = (payload: unknown): string =>
  JSON.stringify(isPlain(payload) ? { ...payload, ...traceHeaders() } : payload);

const isPlain = (payload: unknown): payload is object =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload);

/** Returns the payload of a job and the trace of the work that added it. */
export function readPayload(
  stored: unknown,
  tracer: Tracer | undefined,
): { payload: unknown; parent: Trace | undefined } {
  if (!isPlain(stored) || !('traceparent' in stored)) return { payload: stored, parent: undefined };
  const { traceparent, ...payload } = stored;
  return { payload, parent: readTraceparent(traceparent, tracer) };
}

/** Adds a job inside the caller's transaction, so that it exists only if the change is committed. */
export function addJob(tx: Tx, clock: Clock, name: string, payload: unknown, options: JobOptions = {}): void {
  // The queue uses PostgreSQL's clock, and the sandbox's clock may be ahead of it.
  const aheadMs = clock.nowMs() - Date.now();
  const runAt = options.runAt ? new Date(options.runAt.getTime() - aheadMs) : null;
  tx.defer(tx`
    select graphile_worker.add_job(
      ${name}, payload := ${writePayload(payload)}::json, run_at := ${runAt},
      max_attempts := ${options.maxAttempts ?? 25}, job_key := ${options.key ?? null})
    ${options.most ? whereFewerWait(tx, options.most) : tx``}`);
}

/**
 * The range condition uses the index on keys, whose order depends on the database's collation. `starts_with` makes the
 * result exact.
 */
const whereFewerWait = (tx: Tx, { waiting, keyPrefix }: NonNullable<JobOptions['most']>): Query => tx`
  where ${waiting} > (
    select count(*) from (
      select from graphile_worker.jobs
      where key >= ${keyPrefix}::text and key <= ${`${keyPrefix}zzzz`}::text and starts_with(key, ${keyPrefix})
        and attempts < max_attempts
      limit ${waiting}) as found)`;

/** Adds many jobs of one kind, due at once, in one statement instead of one call per job. */
export function addJobs(
  tx: Tx,
  name: string,
  jobs: readonly { readonly payload: unknown; readonly key?: string }[],
  { maxAttempts = 25 }: Pick<JobOptions, 'maxAttempts'> = {},
): void {
  if (jobs.length === 0) return;
  const payloads = jobs.map(({ payload }) => writePayload(payload));
  const keys = jobs.map(({ key }) => key ?? null);
  tx.defer(tx`
    select from graphile_worker.add_jobs(array(
      select row(${name}::text, payload, null, null, ${maxAttempts}::integer, key, null, null)::graphile_worker.job_spec
      from unnest(${payloads}::json[], ${keys}::text[]) as given (payload, key)))`);
}

/** Moves all waiting jobs earlier by the time by which the sandbox's clock was moved. */
export async function bringJobsForward(tx: Tx, milliseconds: number): Promise<void> {
  await tx`
    select graphile_worker.reschedule_jobs(array[id], run_at := run_at - ${milliseconds} * interval '1 millisecond')
    from graphile_worker.jobs where run_at > now() and locked_at is null`;
}

/**
 * Runs each cron once as soon as possible, in addition to its schedule. The job key prevents duplicates, because every
 * process notices the moved clock.
 */
export async function hastenCrons(sql: Sql, crons: readonly CronDefinition[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(name, max_attempts := ${cronAttempts}, job_key := 'hastened ' || name)
    from unnest(${crons.map((cron) => cron.name)}::text[]) as crons (name)`;
}

/**
 * Deletes jobs that have used up their attempts for a week. Until then they can be inspected and retried. Their payload
 * may contain personal data, such as an address, and must not stay forever. `run_at` moves on with every failure, on
 * PostgreSQL's clock like the whole queue.
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
  // No time limit: a migration may wait for runners and rewrite the whole queue.
  const pgPool = createJobPool(connection, log, 1, 0);
  try {
    await runMigrations({ pgPool, logger: quietLogger(log) });
  } finally {
    await pgPool.end();
  }
}

/** Returns a logger that lowers the level of graphile-worker's own messages, so that failures of jobs stand out. */
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
