import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Logger } from '../telemetry/logger.ts';

const pauseMs = 500;
/** Long enough for a machine whose processors belong to others; whoever waits is told for what. */
const patienceMs = 60_000;

/** Part of a start that needs the database: tried again while that is slow to answer, and then given up in a sentence. */
export async function persist<T>(what: string, log: Logger, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (performance.now() > deadline) throw new StartError(`${what} did not come about: ${reason}.`);
      log.warn(`waiting for ${what}: ${reason}`);
      await sleep(pauseMs);
    }
  }
}
