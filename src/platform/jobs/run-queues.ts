import type { MovableClock } from '../clock.ts';
import type { PlatformDatabase } from '../platform.ts';
import type { Logger } from '../telemetry/logger.ts';
import { hastenCrons, type CronDefinition, type JobDefinition } from './jobs.ts';
import { startJobs, type RunningJobs } from './run-jobs.ts';

/** Jobs are added in the transaction of an operation, so that every database has a queue of its own. */
export interface JobQueue {
  readonly database: Pick<PlatformDatabase, 'connection' | 'sql'>;
  readonly jobs: readonly JobDefinition[];
  readonly crons: readonly CronDefinition[];
}

/**
 * Takes jobs of all of them until told to stop, also those that the sandbox's clock was moved past. `insist` is how a start
 * is tried again.
 */
export async function startQueues(
  queues: readonly JobQueue[],
  { clock, log }: { readonly clock: MovableClock | undefined; readonly log: Logger },
  insist: (start: () => Promise<RunningJobs>) => Promise<RunningJobs> = (start) => start(),
): Promise<RunningJobs> {
  const running: RunningJobs[] = [];
  const ignoreMoves = clock?.onMoved((milliseconds) => hasten(queues, milliseconds, log));
  const stop = async (): Promise<void> => {
    ignoreMoves?.();
    await Promise.all(running.map((jobs) => jobs.stop()));
  };
  try {
    for (const { database, jobs, crons } of queues)
      running.push(await insist(() => startJobs(database.connection, database.sql, jobs, crons, log)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** The longest pause of most crons: whoever moves the clock less sees them done soon enough. */
const worthHasteningMs = 3_600_000;

/** What a month without the service would have brought is done now, as the jobs that wait for their time are. */
function hasten(queues: readonly JobQueue[], milliseconds: number, log: Logger): void {
  if (milliseconds < worthHasteningMs) return;
  for (const { database, crons } of queues) {
    hastenCrons(database.sql, crons).catch((error: unknown) => {
      log.warn({ err: error }, 'what the clock was moved past is done at its next time');
    });
  }
}
