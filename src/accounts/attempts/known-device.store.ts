import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface NewDevice {
  tokenHash: Buffer;
  userId: string;
  description: string;
  now: Date;
}

/** In the place of the one that was used the longest time ago, where the user has as many as may be. */
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

/** All of a user's but these. */
export function deleteDevices(tx: Tx, userId: string, exceptHashes: readonly Buffer[]): void {
  tx.defer(tx`
    delete from accounts.known_devices
    where user_id = ${userId} and token_hash <> all(${exceptHashes}::bytea[])`);
}

/** At most `limit`; how many. What is being changed at the moment waits for the next time. */
export async function deleteDevicesBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.known_devices where token_hash in (
      select token_hash from accounts.known_devices where last_used_at < ${before}
      order by last_used_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
