import type { PracaError } from './praca-error.ts';

export interface RetryOptions {
  /** How often a request is sent at most. */
  readonly attempts?: number;
  /** A longer wait than this is the caller's: the error says how long. */
  readonly longestWaitMs?: number;
}

const firstWaitMs = 250;

/** Turned away before anything was done. */
const refusedUnread = (error: PracaError): boolean => error.status === 429 || error.code === 'overloaded';

/** Whether it was done is not known: only what may be done twice is sent twice. */
const isLost = (error: PracaError): boolean => error.status === 0 || [502, 503, 504].includes(error.status);

/**
 * How long to wait before it is sent again; nothing where that would be wrong or pointless. `isRepeatable` says that a
 * second time does no harm, by its nature or by its idempotency key.
 */
export function waitBeforeRetry(
  error: PracaError,
  attempt: number,
  isRepeatable: boolean,
  { attempts = 5, longestWaitMs = 30_000 }: RetryOptions,
): number | undefined {
  if (attempt >= attempts) return undefined;
  const mayHelp =
    refusedUnread(error) || (isRepeatable && (isLost(error) || error.code === 'idempotency_in_progress'));
  if (!mayHelp) return undefined;
  const least = error.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
  if (least > longestWaitMs) return undefined;
  // Apart from the others who were turned away at the same moment.
  return least + Math.random() * Math.max(least, firstWaitMs) * 0.5;
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
