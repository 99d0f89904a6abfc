import type { Sql, Tx } from '../../postgres/client/database.ts';

export interface AttemptsRow {
  key: Buffer;
  failures: number;
  failed_at: Date;
  blocked_until: Date;
}

export async function findAttempts(sql: Sql, keys: readonly Buffer[]): Promise<AttemptsRow[]> {
  return sql<AttemptsRow[]>`
    select key, failures, failed_at, blocked_until from platform.console_attempts
    where key = any(${keys}::bytea[])`;
}

/** In the order of the keys, so that two at once wait for each other instead of colliding. */
export async function lockAttempts(tx: Tx, keys: readonly Buffer[], now: Date): Promise<AttemptsRow[]> {
  return tx<AttemptsRow[]>`
    insert into platform.console_attempts (key, failures, failed_at, blocked_until)
    select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key
    on conflict (key) do update set failures = platform.console_attempts.failures
    returning key, failures, failed_at, blocked_until`;
}

export async function updateAttempts(tx: Tx, row: AttemptsRow): Promise<void> {
  await tx`
    update platform.console_attempts
    set failures = ${row.failures}, failed_at = ${row.failed_at}, blocked_until = ${row.blocked_until}
    where key = ${row.key}`;
}

export async function deleteAttempts(tx: Tx, key: Buffer): Promise<void> {
  await tx`delete from platform.console_attempts where key = ${key}`;
}

/** At most `limit`; how many. */
export async function deleteAttemptsBefore(
  sql: Sql,
  before: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await sql`
    delete from platform.console_attempts where key in (
      select key from platform.console_attempts where failed_at < ${before} and blocked_until < ${now}
      order by failed_at limit ${limit} for update skip locked
    )`;
  return rows.count;
}
