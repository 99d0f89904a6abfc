import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { PushKind } from './push.rules.ts';

export interface NewDevice {
  userId: string;
  deviceId: string;
  endpoint: string;
  sealedKeys: Buffer;
}

/** The endpoint is one browser: from now on it is this user's device, whosever it was. */
export async function upsertDevice(tx: Tx, device: NewDevice, most: number, now: Date): Promise<Date> {
  const { userId, deviceId, endpoint, sealedKeys } = device;
  await tx`
    delete from social.devices
    where endpoint = ${endpoint} and (user_id, device_id) <> (${userId}::uuid, ${deviceId})`;
  const [row] = await tx<{ createdAt: Date }[]>`
    insert into social.devices (user_id, device_id, endpoint, sealed_keys, created_at, updated_at)
    values (${userId}, ${deviceId}, ${endpoint}, ${sealedKeys}, ${now}, ${now})
    on conflict (user_id, device_id)
      do update set endpoint = excluded.endpoint, sealed_keys = excluded.sealed_keys, updated_at = excluded.updated_at
    returning created_at as "createdAt"`;
  await tx`
    delete from social.devices where user_id = ${userId} and device_id in (
      select device_id from social.devices where user_id = ${userId} order by updated_at desc, device_id offset ${most})`;
  return row?.createdAt ?? now;
}

export async function deleteDevice(tx: Tx, userId: string, deviceId: string): Promise<number> {
  const rows = await tx`delete from social.devices where user_id = ${userId} and device_id = ${deviceId}`;
  return rows.count;
}

/** By its endpoint, which the push service does not know any more: the device may have subscribed anew meanwhile. */
export async function deleteGoneDevice(tx: Tx, userId: string, endpoint: string): Promise<void> {
  await tx`delete from social.devices where user_id = ${userId} and endpoint = ${endpoint}`;
}

/**
 * The devices to notify: none while the user is connected, or does not want to be told of this. Settings and presence
 * are asked in the same statement, because every message asks.
 */
export async function findDevicesToNotify(
  sql: Sql | Tx,
  userId: string,
  kind: PushKind,
  now: Date,
): Promise<string[]> {
  const rows = await sql<{ deviceId: string }[]>`
    select d.device_id as "deviceId" from social.devices d
    join social.users u on u.id = d.user_id
    where d.user_id = ${userId} and u.deleted_at is null and u.notify_alert
      and case when ${kind} = 'message' then u.notify_message else u.notify_combination end
      and not exists (select from social.presences p where p.user_id = d.user_id and p.until > ${now})`;
  return rows.map((row) => row.deviceId);
}

export async function findDevice(
  sql: Sql,
  userId: string,
  deviceId: string,
): Promise<{ endpoint: string; sealedKeys: Buffer } | undefined> {
  const [device] = await sql<{ endpoint: string; sealedKeys: Buffer }[]>`
    select endpoint, sealed_keys as "sealedKeys" from social.devices
    where user_id = ${userId} and device_id = ${deviceId}`;
  return device;
}

export async function findDevicesOfUser(
  sql: Sql | Tx,
  userId: string,
): Promise<{ deviceId: string; endpoint: string; createdAt: Date }[]> {
  return sql<{ deviceId: string; endpoint: string; createdAt: Date }[]>`
    select device_id as "deviceId", endpoint, created_at as "createdAt" from social.devices
    where user_id = ${userId} order by created_at, device_id`;
}

export interface PushKeysRow {
  publicKey: string;
  sealedPrivateKey: Buffer;
}

export async function findPushKeys(sql: Sql): Promise<PushKeysRow | undefined> {
  const [row] = await sql<PushKeysRow[]>`
    select public_key as "publicKey", sealed_private_key as "sealedPrivateKey" from social.push_keys`;
  return row;
}

/** Of several processes that start at once, one makes the keys. */
export async function insertPushKeys(tx: Tx, keys: PushKeysRow, now: Date): Promise<void> {
  await tx`
    insert into social.push_keys (id, public_key, sealed_private_key, created_at)
    values (1, ${keys.publicKey}, ${keys.sealedPrivateKey}, ${now}) on conflict do nothing`;
}
