import type { Sql, Tx } from '../../platform/postgres/database.ts';

export interface AttemptRow {
  key: Buffer;
  failures: number;
  last_failure_at: Date;
  blocked_until: Date;
}

export async function findAttempts(tx: Tx, keys: readonly Buffer[]): Promise<AttemptRow[]> {
  return tx<AttemptRow[]>`
    select key, failures, last_failure_at, blocked_until from accounts.attempts where key = any(${keys}::bytea[])`;
}

/** In the order of the keys, so that two failures at once wait for each other instead of colliding. */
export async function lockAttempts(tx: Tx, keys: readonly Buffer[], now: Date): Promise<AttemptRow[]> {
  return tx<AttemptRow[]>`
    insert into accounts.attempts (key, failures, last_failure_at, blocked_until)
    select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key
    on conflict (key) do update set failures = accounts.attempts.failures
    returning key, failures, last_failure_at, blocked_until`;
}

export async function updateAttempts(tx: Tx, rows: readonly AttemptRow[]): Promise<void> {
  await tx`
    update accounts.attempts a
    set failures = given.failures, last_failure_at = given.last_failure_at, blocked_until = given.blocked_until
    from unnest(
      ${rows.map((row) => row.key)}::bytea[], ${rows.map((row) => row.failures)}::int[],
      ${rows.map((row) => row.last_failure_at.toISOString())}::timestamptz[],
      ${rows.map((row) => row.blocked_until.toISOString())}::timestamptz[]
    ) as given (key, failures, last_failure_at, blocked_until)
    where a.key = given.key`;
}

export async function deleteAttempts(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  await tx`delete from accounts.attempts where key = any(${keys}::bytea[])`;
}

export async function deleteAttemptsBefore(sql: Sql, before: Date, now: Date): Promise<void> {
  await sql`delete from accounts.attempts where last_failure_at < ${before} and blocked_until < ${now}`;
}

export async function isKnownAddress(
  tx: Tx,
  userId: string | null,
  address: string,
  since: Date,
): Promise<boolean> {
  const rows = await tx`
    select 1 from accounts.known_addresses
    where user_id = ${userId} and address = ${address} and last_used_at > ${since}`;
  return rows.length > 0;
}

export async function upsertKnownAddress(tx: Tx, userId: string, address: string, now: Date): Promise<void> {
  await tx`
    insert into accounts.known_addresses (user_id, address, last_used_at) values (${userId}, ${address}, ${now})
    on conflict (user_id, address) do update set last_used_at = excluded.last_used_at`;
}

export async function deleteKnownAddressesBefore(sql: Sql, before: Date): Promise<void> {
  await sql`delete from accounts.known_addresses where last_used_at < ${before}`;
}
