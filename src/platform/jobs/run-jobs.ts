import { EventEmitter } from 'node:events';
import { parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { startLoop } from '../loop.ts';
import type { Connection } from '../postgres/client/connection.ts';
import type { Sql } from '../postgres/client/database.ts';
import type { Logger } from '../telemetry/logger.ts';
import { runSpan, startSpan, type Tracer } from '../telemetry/traces/trace.ts';
import { createOutage } from '../telemetry/outage.ts';
import { deadAfterMs, freeAbandonedJobs, heartbeatMs, showAlive } from './abandoned-jobs.ts';
import { createJobPool } from './job-pool.ts';
import { cronAttempts, quietLogger, readPayload, type CronDefinition, type JobDefinition } from './jobs.ts';

/** Number of simultaneous jobs per lane and process. */
const placesInLane = 2;
/** Connections in addition to the listening one of each lane. */
const sharedConnections = 2;
const restartMs = 500;

export interface RunningJobs {
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly heartbeatMs?: number;
  readonly deadAfterMs?: number;
  readonly tracer?: Tracer | undefined;
}

/** Runs jobs until it is stopped, and starts again after the database was unavailable. */
export async function startJobs(
  connection: Connection,
  sql: Sql,
  jobs: readonly JobDefinition[],
  crons: readonly CronDefinition[],
  log: Logger,
  options: RunOptions = {},
): Promise<RunningJobs> {
  const lanes = Map.groupBy([...jobs, ...crons], (job) => job.lane ?? 'general');
  const pool = createJobPool(connection, log, lanes.size + sharedConnections);
  const stopping = new AbortController();
  const alive = new Set<string>();
  const runners = await Promise.all(
    [...lanes.values()].map((lane) =>
      startLane(pool, lane, lane.filter(isCron), alive, stopping.signal, log, options.tracer),
    ),
  ).catch(async (error: unknown) => {
    stopping.abort();
    await pool.end();
    throw error;
  });
  const outage = createOutage(log, 'the heartbeat of the jobs');
  const beat = async (): Promise<void> => {
    await showAlive(sql, [...alive]);
    const freed = await freeAbandonedJobs(sql, options.deadAfterMs ?? deadAfterMs);
    if (freed) log.warn('released the jobs of a dead process');
  };
  const heartbeat = startLoop(stopping.signal, async () => {
    await outage.watch(beat);
    return options.heartbeatMs ?? heartbeatMs;
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
      await heartbeat.ended;
      await pool.end();
    },
  };
}

const isCron = (job: JobDefinition | CronDefinition): job is CronDefinition => 'schedule' in job;

/** Runs a job in the trace of the work that added it. */
function runJob(job: JobDefinition, stored: unknown, tracer: Tracer | undefined): Promise<void> {
  const { payload, parent } = readPayload(stored, tracer);
  return runSpan(startSpan(tracer, { name: `job ${job.name}`, kind: 'consumer' }, parent), () =>
    job.run(payload),
  );
}

/** Starts one lane. Hanging jobs delay only jobs of the same lane. */
async function startLane(
  pgPool: pg.Pool,
  jobs: readonly JobDefinition[],
  crons: readonly CronDefinition[],
  alive: Set<string>,
  signal: AbortSignal,
  log: Logger,
  tracer: Tracer | undefined,
): Promise<RunningJobs> {
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [job.name, (stored: unknown) => runJob(job, stored, tracer)]),
  );
  const parsedCronItems = parseCronItems(
    crons.map((cron) => ({
      task: cron.name,
      match: cron.schedule,
      identifier: cron.name,
      options: { maxAttempts: cronAttempts },
    })),
  );
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => alive.add(workerPool.id));
  events.on('pool:release', ({ workerPool }) => alive.delete(workerPool.id));
  const start = (): Promise<Runner> =>
    run({
      pgPool,
      taskList,
      parsedCronItems,
      events,
      concurrency: placesInLane,
      pollInterval: 1000,
      // Batches would record the end of jobs in the background, where a failure is an unhandled rejection and ends the
      // process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      logger: quietLogger(log),
    });
  let runner: Runner | undefined = await start();
  const supervised = startLoop(signal, async () => {
    try {
      runner ??= await start();
      // Stopped during its start.
      if (signal.aborted) await runner.stop();
      await runner.promise;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the job runner stopped; starting it again');
    }
    runner = undefined;
    return restartMs;
  });
  return {
    async stop() {
      await runner?.stop().catch(() => {});
      await supervised.ended;
    },
  };
}
