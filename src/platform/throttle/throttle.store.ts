import { hash } from 'node:crypto';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Failures } from './throttle.rules.ts';

/** Hashed because users sometimes type passwords into the address field. */
export const throttleKey = (...parts: readonly string[]): Buffer =>
  hash('sha256', parts.join('\0'), 'buffer');

interface AttemptRow {
  key: Buffer;
  failures: number;
  last_failure_at: Date;
  blocked_until: Date;
}

/** Returns the failures under a key, or undefined. */
export type FailuresOf = (key: Buffer) => Failures | undefined;

export async function findAttempts(sql: Sql | Tx, keys: readonly Buffer[]): Promise<FailuresOf> {
  return byKey(
    await sql<AttemptRow[]>`
      select key, failures, last_failure_at, blocked_until from platform.attempts
      where key = any(${keys}::bytea[])`,
  );
}

/** Locks in key order to prevent deadlocks. */
export async function lockAttempts(tx: Tx, keys: readonly Buffer[], now: Date): Promise<FailuresOf> {
  return byKey(
    await tx<AttemptRow[]>`
      insert into platform.attempts (key, failures, last_failure_at, blocked_until)
      select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key
      on conflict (key) do update set failures = platform.attempts.failures
      returning key, failures, last_failure_at, blocked_until`,
  );
}

function byKey(rows: readonly AttemptRow[]): FailuresOf {
  return (key) => {
    const row = rows.find((candidate) => candidate.key.equals(key));
    return (
      row && {
        count: row.failures,
        lastMs: row.last_failure_at.getTime(),
        blockedUntilMs: row.blocked_until.getTime(),
      }
    );
  };
}

/** The transaction must hold the lock of each key, or a lock that all writers of the key take first. */
export function writeAttempts(tx: Tx, written: ReadonlyArray<readonly [key: Buffer, Failures]>): void {
  const moment = (ms: number): string => new Date(ms).toISOString();
  tx.defer(tx`
    insert into platform.attempts (key, failures, last_failure_at, blocked_until)
    select key, failures, last_failure_at, blocked_until from unnest(
      ${written.map(([key]) => key)}::bytea[], ${written.map(([, { count }]) => count)}::int[],
      ${written.map(([, { lastMs }]) => moment(lastMs))}::timestamptz[],
      ${written.map(([, { blockedUntilMs }]) => moment(blockedUntilMs))}::timestamptz[]
    ) as given (key, failures, last_failure_at, blocked_until)
    on conflict (key) do update set failures = excluded.failures,
      last_failure_at = excluded.last_failure_at, blocked_until = excluded.blocked_until`);
}

export function deleteAttempts(tx: Tx, keys: readonly Buffer[]): void {
  tx.defer(tx`delete from platform.attempts where key = any(${keys}::bytea[])`);
}

/** Deletes up to `limit` rows and returns their number. Skips locked rows. */
export async function deleteAttemptsBefore(
  sql: Sql,
  before: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const deleted = await sql`
    delete from platform.attempts where key in (
      select key from platform.attempts where last_failure_at < ${before} and blocked_until < ${now}
      order by last_failure_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
