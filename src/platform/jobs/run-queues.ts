import type { PlatformDatabase } from '../platform.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { CronDefinition, JobDefinition } from './jobs.ts';
import { startJobs, type RunningJobs } from './run-jobs.ts';

/** Jobs are added in the transaction of an operation, so that every database has a queue of its own. */
export interface JobQueue {
  readonly database: Pick<PlatformDatabase, 'connection' | 'sql'>;
  readonly jobs: readonly JobDefinition[];
  readonly crons: readonly CronDefinition[];
}

/** Takes jobs of all of them until told to stop. `insist` is how a start is tried again. */
export async function startQueues(
  queues: readonly JobQueue[],
  log: Logger,
  insist: (start: () => Promise<RunningJobs>) => Promise<RunningJobs> = (start) => start(),
): Promise<RunningJobs> {
  const running: RunningJobs[] = [];
  const stop = async (): Promise<void> => {
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
