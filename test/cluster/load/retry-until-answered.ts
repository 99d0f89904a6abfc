import { setTimeout as sleep } from 'node:timers/promises';
import { PracaError } from '../../../packages/client/src/index.ts';

const pauseMs = 200;
/** Longer than any fault or restart in the test takes. A request that fails for longer never succeeds. */
const patienceMs = 180_000;

/** Repeats a request until it is answered, as a client with an idempotency key does. */
export async function retryUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
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
    // The accounts interface answers every error with 200, even if the database is down.
    (error.status === 200 && error.code === 'internal_error'));
