import type { Clock } from '../clock.ts';
import type { CronDefinition } from '../jobs/jobs.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import { inBatches } from '../postgres/in-batches.ts';
import { afterFailure, longestMemoryMs, waitMs, type ThrottlePolicy } from './throttle.rules.ts';
import {
  deleteAttempts,
  deleteAttemptsBefore,
  findAttempts,
  lockAttempts,
  writeAttempts,
} from './throttle.store.ts';

/** A counter of failures with its policy. */
export interface Counted {
  readonly key: Buffer;
  readonly policy: ThrottlePolicy;
  /** A success resets these failures. */
  readonly isForgivable?: boolean;
}

export interface Attempt {
  /** Time to wait in milliseconds. The caller's input is not checked before. */
  readonly waitMs: number;
  fail(): void;
  succeed(): void;
}

/** Returns the time to wait. Reads without a lock, so concurrent failures may be missing. */
export async function readWaitMs(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  counted: readonly Counted[],
): Promise<number> {
  const failuresOf = await findAttempts(
    sql,
    counted.map(({ key }) => key),
  );
  return Math.max(...counted.map(({ key }) => waitMs(failuresOf(key), clock.nowMs())));
}

/**
 * Begins an attempt with all keys locked, so that simultaneous guesses run one after the other and see each other's
 * failures.
 */
export async function beginAttempt(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  counted: readonly Counted[],
): Promise<Attempt> {
  const keys = counted.map(({ key }) => key);
  const failuresOf = await lockAttempts(tx, keys, clock.now());
  // Read after the lock: an earlier time could be before that of a concurrent attempt.
  const nowMs = clock.nowMs();
  return {
    waitMs: Math.max(...keys.map((key) => waitMs(failuresOf(key), nowMs))),
    fail() {
      writeAttempts(
        tx,
        counted.map(({ key, policy }) => [key, afterFailure(failuresOf(key), policy, nowMs)]),
      );
    },
    succeed() {
      deleteAttempts(
        tx,
        counted.filter(({ isForgivable }) => isForgivable).map(({ key }) => key),
      );
    },
  };
}

/** Deletes expired failures and full allowances. */
export const forgetAttemptsCron = ({
  sql,
  clock,
}: {
  readonly sql: Sql;
  readonly clock: Clock;
}): CronDefinition => ({
  name: 'forget_attempts',
  schedule: '17 * * * *',
  async run() {
    const now = clock.now();
    const before = new Date(now.getTime() - longestMemoryMs);
    await inBatches((limit) => deleteAttemptsBefore(sql, before, now, limit));
  },
});
