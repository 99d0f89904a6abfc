import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Logger } from '../telemetry/logger.ts';

const pauseMs = 500;
/** Long enough for an overloaded machine. The log names the step that is waited for. */
const gracePeriodMs = 60_000;

/** Retries a step of the start while the database is slow, and throws a StartError after the grace period. */
export async function persist<T>(what: string, log: Logger, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + gracePeriodMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (performance.now() > deadline) throw new StartError(`Could not start ${what}: ${reason}.`);
      log.warn(`waiting for ${what}: ${reason}`);
      await sleep(pauseMs);
    }
  }
}
