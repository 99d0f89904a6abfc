import { setTimeout as sleep } from 'node:timers/promises';
import { PracaError } from '../../../packages/client/src/index.ts';

const pauseMs = 200;
/** Longer than any event takes: whoever waits longer will wait for ever. */
const patienceMs = 180_000;

/** The same thing again until it is answered, as a client does that keeps its key. */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || performance.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof PracaError &&
  (error.status === 0 ||
    [429, 502, 503, 504].includes(error.status) ||
    error.code === 'idempotency_in_progress' ||
    // So says accounts, whose interface knows no other status, of a database that is away.
    (error.status === 200 && error.code === 'internal_error'));
