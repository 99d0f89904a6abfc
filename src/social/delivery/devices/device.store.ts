import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { PushPlatform, PushSwitch } from '../push/push-service.rules.ts';

export interface NewDevice {
  userId: string;
  sessionId: string;
  deviceId: string;
  platform: PushPlatform;
  /** Address at the push service: a Web Push URL or a token. */
  endpoint: string;
  environment: string | null;
  language: string;
  sealedKeys: Buffer | null;
}

/**
 * Assigns an address (one browser, or one app on a phone) to this session, also if another user had it. Returns
 * undefined if the session has ended. The session’s row stays locked, so that it cannot end before the commit.
 */
export async function upsertDevice(
  tx: Tx,
  device: NewDevice,
  most: number,
  now: Date,
): Promise<Date | undefined> {
  const { userId, sessionId, deviceId, platform, endpoint, environment, language, sealedKeys } = device;
  const live = await tx`
    select from social.sessions
    where id = ${sessionId} and user_id = ${userId} and ended_at is null and expires_at > ${now} for share`;
  if (live.length === 0) return undefined;
  // Serialises concurrent registrations of one address; the last one gets it.
  tx.defer(tx`select pg_advisory_xact_lock(hashtextextended(${`social.devices ${endpoint}`}, 0))`);
  await tx`
    delete from social.devices
    where endpoint = ${endpoint} and (user_id, device_id) <> (${userId}::uuid, ${deviceId})`;
  const [row] = await tx<{ createdAt: Date }[]>`
    insert into social.devices (user_id, device_id, session_id, platform, endpoint, environment, language, sealed_keys,
      created_at, updated_at)
    values (${userId}, ${deviceId}, ${sessionId}, ${platform}, ${endpoint}, ${environment}, ${language}, ${sealedKeys},
      ${now}, ${now})
    on conflict (user_id, device_id) do update set session_id = excluded.session_id, platform = excluded.platform,
      endpoint = excluded.endpoint, environment = excluded.environment, language = excluded.language,
      sealed_keys = excluded.sealed_keys, updated_at = excluded.updated_at
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

/** Deletes a device that its push service no longer knows, unless it was registered again since it was read. */
export async function deleteGoneDevice(
  tx: Tx,
  userId: string,
  endpoint: string,
  registeredAt: Date,
): Promise<void> {
  await tx`
    delete from social.devices
    where user_id = ${userId} and endpoint = ${endpoint} and updated_at <= ${registeredAt}`;
}

export interface NotifiedDevice {
  deviceId: string;
  sessionId: string;
  platform: PushPlatform;
  endpoint: string;
}

/**
 * Returns the devices to notify: none while the user is connected or has turned this notification off, and none of an
 * ended session. One statement reads settings, presence and sessions, because it runs for every message.
 */
export async function findDevicesToNotify(
  sql: Sql | Tx,
  userId: string,
  by: PushSwitch,
  now: Date,
): Promise<NotifiedDevice[]> {
  return sql<NotifiedDevice[]>`
    select d.device_id as "deviceId", s.id as "sessionId", d.platform, d.endpoint from social.devices d
    join social.users u on u.id = d.user_id
    join social.sessions s on s.id = d.session_id and s.ended_at is null and s.expires_at > ${now}
    where d.user_id = ${userId} and u.deleted_at is null and u.suspended_until <= ${now} and (u.notify_alert or ${by} = 'always')
      and case ${by} when 'newMessage' then u.notify_message when 'newCombination' then u.notify_combination else true end
      and not exists (select from social.presences p where p.user_id = d.user_id and p.until > ${now})`;
}

/**
 * Returns the devices of many users in one statement, under the same conditions as `findDevicesToNotify`. `isAlways`
 * includes users who turned alerts off.
 */
export async function findDevicesOfMany(
  tx: Tx,
  userIds: readonly string[],
  now: Date,
  { isAlways }: { isAlways: boolean },
): Promise<(NotifiedDevice & { userId: string })[]> {
  return tx<(NotifiedDevice & { userId: string })[]>`
    select d.user_id as "userId", d.device_id as "deviceId", s.id as "sessionId", d.platform, d.endpoint
    from social.devices d
    join social.users u on u.id = d.user_id
    join social.sessions s on s.id = d.session_id and s.ended_at is null and s.expires_at > ${now}
    where d.user_id = any(${userIds}::uuid[]) and u.deleted_at is null and u.suspended_until <= ${now}
      and (u.notify_alert or ${isAlways})
      and not exists (select from social.presences p where p.user_id = d.user_id and p.until > ${now})`;
}

export interface DeviceRow {
  platform: PushPlatform;
  endpoint: string;
  environment: string | null;
  language: string;
  sealedKeys: Buffer | null;
  registeredAt: Date;
}

export async function findDevice(sql: Sql, userId: string, deviceId: string): Promise<DeviceRow | undefined> {
  const [device] = await sql<DeviceRow[]>`
    select platform, endpoint, environment, language, sealed_keys as "sealedKeys", updated_at as "registeredAt"
    from social.devices where user_id = ${userId} and device_id = ${deviceId}`;
  return device;
}

interface ExportedDevice {
  deviceId: string;
  platform: PushPlatform;
  endpoint: string;
  language: string;
  createdAt: Date;
}

export async function findDevicesOfUser(sql: Tag, userId: string): Promise<ExportedDevice[]> {
  return sql<ExportedDevice[]>`
    select device_id as "deviceId", platform, endpoint, language, created_at as "createdAt" from social.devices
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

/** Stores the keys unless another process starting at the same time was faster. */
export async function insertPushKeys(tx: Tx, keys: PushKeysRow, now: Date): Promise<void> {
  await tx`
    insert into social.push_keys (id, public_key, sealed_private_key, created_at)
    values (1, ${keys.publicKey}, ${keys.sealedPrivateKey}, ${now}) on conflict do nothing`;
}
