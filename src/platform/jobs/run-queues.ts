import type { MovableClock } from '../clock.ts';
import type { PlatformDatabase } from '../platform.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Tracer } from '../telemetry/traces/trace.ts';
import { hastenCrons, type CronDefinition, type JobDefinition } from './jobs.ts';
import { startJobs, type RunningJobs } from './run-jobs.ts';

/**
 * The job queue of one database. Every database has its own, because jobs are added in the transaction of an operation.
 */
export interface JobQueue {
  readonly database: Pick<PlatformDatabase, 'connection' | 'sql'>;
  readonly jobs: readonly JobDefinition[];
  readonly crons: readonly CronDefinition[];
}

/**
 * Runs the jobs of all queues until it is stopped, and runs crons when the sandbox's clock is moved. `retryUntilAnswered` retries a
 * step of the start.
 */
export async function startQueues(
  queues: readonly JobQueue[],
  {
    clock,
    log,
    tracer,
  }: {
    readonly clock: MovableClock | undefined;
    readonly log: Logger;
    readonly tracer?: Tracer | undefined;
  },
  retryUntilAnswered: (start: () => Promise<RunningJobs>) => Promise<RunningJobs> = (start) => start(),
): Promise<RunningJobs> {
  const running: RunningJobs[] = [];
  const ignoreMoves = clock?.onMoved((milliseconds) => hasten(queues, milliseconds, log));
  const stop = async (): Promise<void> => {
    ignoreMoves?.();
    await Promise.all(running.map((jobs) => jobs.stop()));
  };
  try {
    for (const { database, jobs, crons } of queues)
      running.push(
        await retryUntilAnswered(() =>
          startJobs(database.connection, database.sql, jobs, crons, log, { tracer }),
        ),
      );
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * Minimum clock change in milliseconds that runs the crons at once. Most crons run at least hourly, so after a smaller
 * change they are due soon anyway.
 */
const worthHasteningMs = 3_600_000;

/** Runs all crons once after the clock was moved. */
function hasten(queues: readonly JobQueue[], milliseconds: number, log: Logger): void {
  if (milliseconds < worthHasteningMs) return;
  for (const { database, crons } of queues) {
    hastenCrons(database.sql, crons).catch((error: unknown) => {
      log.warn(
        { err: error },
        'could not run the crons after the clock was moved; they run at their next time',
      );
    });
  }
}
