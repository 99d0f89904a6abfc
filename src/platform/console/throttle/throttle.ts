import { hash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Sql, Tx } from '../../postgres/client/database.ts';
import { afterFailure, throttles, waitMs, type Failures, type ThrottleName } from './throttle.rules.ts';
import {
  deleteAttempts,
  findAttempts,
  lockAttempts,
  updateAttempts,
  type AttemptsRow,
} from './throttle.store.ts';

/** What is counted, and of whom. */
export type Counted = readonly [name: ThrottleName, whom: string];

/** Hashed: somebody may have typed a password into the field for the address. */
const keyOf = ([name, whom]: Counted): Buffer => hash('sha256', `${name}\0${whom}`, 'buffer');

const failuresOf = (row: AttemptsRow | undefined): Failures | undefined =>
  row && row.failures > 0
    ? { count: row.failures, lastMs: row.failed_at.getTime(), blockedUntilMs: row.blocked_until.getTime() }
    : undefined;

export interface Attempt {
  /** How long whoever asks still has to wait; then what they sent is not looked at. */
  readonly waitMs: number;
  fail(): Promise<void>;
  /** Forgets the failures under these names. */
  succeed(...names: ThrottleName[]): Promise<void>;
}

/** Returns how long the caller still has to wait. Reads without a lock, so concurrent failures may not count yet. */
export async function readWaitMs(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  counted: readonly Counted[],
): Promise<number> {
  const rows = await findAttempts(sql, counted.map(keyOf));
  return Math.max(0, ...rows.map((row) => waitMs(failuresOf(row), clock.nowMs())));
}

/** One at a time for each that is counted: of many guesses sent at once, the later ones find what the earlier ones left. */
export async function beginAttempt(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  counted: readonly Counted[],
): Promise<Attempt> {
  const keys = counted.map(keyOf);
  const rows = await lockAttempts(tx, keys, clock.now());
  // After the lock: what another attempt has written meanwhile would lie in the future of a time from before.
  const nowMs = clock.nowMs();
  const known = counted.map(([name], index) => ({
    name,
    key: keys[index] ?? Buffer.alloc(0),
    failures: failuresOf(rows.find((row) => row.key.equals(keys[index] ?? Buffer.alloc(0)))),
  }));
  return {
    waitMs: Math.max(...known.map(({ failures }) => waitMs(failures, nowMs))),
    async fail() {
      for (const { name, key, failures } of known) {
        const next = afterFailure(failures, throttles[name], nowMs);
        await updateAttempts(tx, {
          key,
          failures: next.count,
          failed_at: new Date(next.lastMs),
          blocked_until: new Date(next.blockedUntilMs),
        });
      }
    },
    async succeed(...names) {
      for (const { name, key } of known) if (names.includes(name)) await deleteAttempts(tx, key);
    },
  };
}
