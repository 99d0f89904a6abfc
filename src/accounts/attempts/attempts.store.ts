import type { Sql, Tx } from '../../platform/postgres/database.ts';

export interface AttemptRow {
  key: Buffer;
  failures: number;
  last_failure_at: Date;
  blocked_until: Date;
}

/** Until the end of the transaction, and a statement of its own: the next one sees what others have committed. */
export async function lockAccountAttempts(tx: Tx, key: Buffer): Promise<void> {
  await tx`select pg_advisory_xact_lock(${key.readBigInt64BE().toString()}::bigint)`;
}

/** One row for each counter, or one without; `known` is the same in all. */
export async function findStanding(
  tx: Tx,
  keys: readonly Buffer[],
  userId: string | null,
  address: string,
  knownSince: Date,
): Promise<{ known: boolean; rows: AttemptRow[] }> {
  const rows = await tx<(Omit<AttemptRow, 'key'> & { key: Buffer | null; known: boolean })[]>`
    select k.known, a.key, a.failures, a.last_failure_at, a.blocked_until
    from (
      select exists (
        select from accounts.known_addresses
        where user_id = ${userId} and address = ${address} and last_used_at > ${knownSince}
      ) as known
    ) k left join accounts.attempts a on a.key = any(${keys}::bytea[])`;
  return {
    known: rows[0]?.known ?? false,
    rows: rows.filter((row): row is AttemptRow & { known: boolean } => row.key !== null),
  };
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

/** Written down once a day at most: most sign-ins come from where the last one came from. */
export async function forgiveAndKnow(
  tx: Tx,
  keys: readonly Buffer[],
  known: { userId: string; address: string; now: Date; renewBefore: Date },
): Promise<void> {
  await tx`
    with forgiven as (delete from accounts.attempts where key = any(${keys}::bytea[]))
    insert into accounts.known_addresses (user_id, address, last_used_at)
    values (${known.userId}, ${known.address}, ${known.now})
    on conflict (user_id, address) do update set last_used_at = excluded.last_used_at
    where accounts.known_addresses.last_used_at < ${known.renewBefore}`;
}

export async function deleteKnownAddressesBefore(sql: Sql, before: Date): Promise<void> {
  await sql`delete from accounts.known_addresses where last_used_at < ${before}`;
}
