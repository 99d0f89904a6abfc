import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { OuterJoined } from '../../platform/postgres/client/sql.ts';

export interface AttemptRow {
  key: Buffer;
  failures: number;
  last_failure_at: Date;
  blocked_until: Date;
}

/** Until the end of the transaction, and a statement of its own: the next one sees what others have committed. */
export function lockAccountAttempts(tx: Tx, key: Buffer): void {
  tx.defer(tx`select pg_advisory_xact_lock(${key.readBigInt64BE().toString()}::bigint)`);
}

export interface Place {
  userId: string | null;
  address: string;
  deviceHashes: readonly Buffer[];
}

interface PlaceRow {
  address_used_at: Date | null;
  programs: string[] | null;
  device_hash: Buffer | null;
  device_used_at: Date | null;
}

/** The counters, when the user last got in from this address, and which of the devices is theirs. */
export async function findStanding(
  tx: Tx,
  keys: readonly Buffer[],
  { userId, address, deviceHashes }: Place,
): Promise<{ place: PlaceRow | undefined; rows: AttemptRow[] }> {
  // One row for each counter; where there is none, one row whose counter is null.
  const rows = await tx<(PlaceRow & OuterJoined<AttemptRow>)[]>`
    select k.last_used_at as address_used_at, k.programs, d.token_hash as device_hash, d.last_used_at as device_used_at,
      a.key, a.failures, a.last_failure_at, a.blocked_until
    from (values (1)) as always (one)
    left join accounts.known_addresses k on k.user_id = ${userId} and k.address = ${address}
    left join lateral (
      select token_hash, last_used_at from accounts.known_devices
      where user_id = ${userId} and token_hash = any(${deviceHashes}::bytea[])
      order by last_used_at desc limit 1
    ) d on true
    left join accounts.attempts a on a.key = any(${keys}::bytea[])`;
  return { place: rows[0], rows: rows.filter((row) => row.key !== null) };
}

/** In the order of the keys, so that two failures at once wait for each other instead of colliding. */
export async function lockAttempts(tx: Tx, keys: readonly Buffer[], now: Date): Promise<AttemptRow[]> {
  return tx<AttemptRow[]>`
    insert into accounts.attempts (key, failures, last_failure_at, blocked_until)
    select key, 0, ${now}, ${now} from unnest(${keys}::bytea[]) as given (key) order by key
    on conflict (key) do update set failures = accounts.attempts.failures
    returning key, failures, last_failure_at, blocked_until`;
}

export function updateAttempts(tx: Tx, rows: readonly AttemptRow[]): void {
  tx.defer(tx`
    update accounts.attempts a
    set failures = given.failures, last_failure_at = given.last_failure_at, blocked_until = given.blocked_until
    from unnest(
      ${rows.map((row) => row.key)}::bytea[], ${rows.map((row) => row.failures)}::int[],
      ${rows.map((row) => row.last_failure_at.toISOString())}::timestamptz[],
      ${rows.map((row) => row.blocked_until.toISOString())}::timestamptz[]
    ) as given (key, failures, last_failure_at, blocked_until)
    where a.key = given.key`);
}

/** Where it is not there yet as well: whoever writes it holds the lock of the account. */
export function upsertAttempt(tx: Tx, row: AttemptRow): void {
  tx.defer(tx`
    insert into accounts.attempts (key, failures, last_failure_at, blocked_until)
    values (${row.key}, ${row.failures}, ${row.last_failure_at}, ${row.blocked_until})
    on conflict (key) do update set failures = excluded.failures,
      last_failure_at = excluded.last_failure_at, blocked_until = excluded.blocked_until`);
}

export function deleteAttempts(tx: Tx, keys: readonly Buffer[]): void {
  tx.defer(tx`delete from accounts.attempts where key = any(${keys}::bytea[])`);
}

/** At most `limit`; how many. What is being changed at the moment waits for the next time. */
export async function deleteAttemptsBefore(
  sql: Sql,
  before: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const deleted = await sql`
    delete from accounts.attempts where key in (
      select key from accounts.attempts where last_failure_at < ${before} and blocked_until < ${now}
      order by last_failure_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}

/** A household's; the ones that were noted last. */
const mostPrograms = 8;

/** Written down once a day at most: most sign-ins come from where the last one came from. */
export function forgiveAndKnow(
  tx: Tx,
  forgivenKeys: readonly Buffer[],
  known: { userId: string; address: string; now: Date; renewBefore: Date; programs: readonly string[] },
): void {
  tx.defer(tx`
    with forgiven as (delete from accounts.attempts where key = any(${forgivenKeys}::bytea[]))
    insert into accounts.known_addresses (user_id, address, last_used_at, programs)
    values (${known.userId}, ${known.address}, ${known.now}, ${known.programs}::text[])
    on conflict (user_id, address) do update set last_used_at = excluded.last_used_at,
      programs = case when accounts.known_addresses.programs @> excluded.programs
        then accounts.known_addresses.programs
        else (array_cat(excluded.programs, accounts.known_addresses.programs))[1:${mostPrograms}::int] end
    where accounts.known_addresses.last_used_at < ${known.renewBefore}
      or not accounts.known_addresses.programs @> excluded.programs`);
}

export function deleteAddresses(tx: Tx, userId: string): void {
  tx.defer(tx`delete from accounts.known_addresses where user_id = ${userId}`);
}

/** At most `limit`; how many. What is being changed at the moment waits for the next time. */
export async function deleteKnownAddressesBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.known_addresses where (user_id, address) in (
      select user_id, address from accounts.known_addresses where last_used_at < ${before}
      order by last_used_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
