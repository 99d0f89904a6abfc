import type { PracaError } from './praca-error.ts';

export interface RetryOptions {
  /** Maximum number of attempts per request. */
  readonly attempts?: number;
  /** If the server demands a longer wait, the error is thrown with that time instead of waiting. */
  readonly longestWaitMs?: number;
}

const firstWaitMs = 250;

/** True if the server refused the request before processing it. */
const refusedUnread = (error: PracaError): boolean => error.status === 429 || error.code === 'overloaded';

/** True if it is unknown whether the request was processed. Only repeatable requests may be retried then. */
const isLost = (error: PracaError): boolean => error.status === 0 || [502, 503, 504].includes(error.status);

/**
 * Returns the delay before the next attempt, or undefined if a retry would be unsafe or pointless. `isRepeatable` means
 * that a second execution does no harm, by its nature or by its idempotency key.
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
  // Jitter: spreads the retries of clients that were refused at the same moment.
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
