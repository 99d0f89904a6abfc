import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/**
 * Locks the attempts at an account until the end of the transaction. It is a separate statement, so that the next one
 * sees what others have committed.
 */
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

/** Returns when the user last signed in from this address, and which of the devices is theirs. */
export async function findPlace(
  tx: Tx,
  { userId, address, deviceHashes }: Place,
): Promise<PlaceRow | undefined> {
  const [row] = await tx<PlaceRow[]>`
    select k.last_used_at as address_used_at, k.programs, d.token_hash as device_hash, d.last_used_at as device_used_at
    from (values (1)) as always (one)
    left join accounts.known_addresses k on k.user_id = ${userId} and k.address = ${address}
    left join lateral (
      select token_hash, last_used_at from accounts.known_devices
      where user_id = ${userId} and token_hash = any(${deviceHashes}::bytea[])
      order by last_used_at desc limit 1
    ) d on true`;
  return row;
}

/** Number of programs stored per address; the latest are kept. Enough for a household. */
const mostPrograms = 8;

/**
 * Stores a sign-in from an address. Writes at most once a day per address, or for a new program, because most sign-ins
 * repeat the previous address.
 */
export function rememberAddress(
  tx: Tx,
  known: { userId: string; address: string; now: Date; renewBefore: Date; programs: readonly string[] },
): void {
  tx.defer(tx`
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

/** Deletes up to `limit` rows and returns how many. Locked rows are left for the next time. */
export async function deleteKnownAddressesBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.known_addresses where (user_id, address) in (
      select user_id, address from accounts.known_addresses where last_used_at < ${before}
      order by last_used_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}

export interface NewDevice {
  tokenHash: Buffer;
  userId: string;
  description: string;
  now: Date;
}

/** Inserts a device and deletes the least recently used ones beyond `most`. */
export function insertDevice(tx: Tx, device: NewDevice, most: number): void {
  tx.defer(tx`
    with forgotten as (
      delete from accounts.known_devices where token_hash in (
        select token_hash from accounts.known_devices where user_id = ${device.userId}
        order by last_used_at desc, token_hash offset ${most - 1}
      )
    )
    insert into accounts.known_devices (token_hash, user_id, description, created_at, last_used_at)
    values (${device.tokenHash}, ${device.userId}, ${device.description}, ${device.now}, ${device.now})`);
}

export function touchDevice(tx: Tx, tokenHash: Buffer, description: string, now: Date): void {
  tx.defer(tx`
    update accounts.known_devices set last_used_at = ${now}, description = ${description}
    where token_hash = ${tokenHash}`);
}

export function deleteDevices(tx: Tx, userId: string, exceptHashes: readonly Buffer[]): void {
  tx.defer(tx`
    delete from accounts.known_devices
    where user_id = ${userId} and token_hash <> all(${exceptHashes}::bytea[])`);
}

/** Deletes up to `limit` rows and returns how many. Locked rows are left for the next time. */
export async function deleteDevicesBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.known_devices where token_hash in (
      select token_hash from accounts.known_devices where last_used_at < ${before}
      order by last_used_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
