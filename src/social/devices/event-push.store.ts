import type { Tx } from '../../platform/postgres/client/database.ts';

/** Of many users at once; none of those who are connected, or do not want to be alerted. */
export async function findDevicesOfMany(
  tx: Tx,
  userIds: readonly string[],
  now: Date,
): Promise<{ userId: string; deviceId: string }[]> {
  return tx<{ userId: string; deviceId: string }[]>`
    select d.user_id as "userId", d.device_id as "deviceId" from social.devices d
    join social.users u on u.id = d.user_id
    where d.user_id = any(${userIds}::uuid[]) and u.deleted_at is null and u.notify_alert
      and not exists (select from social.presences p where p.user_id = d.user_id and p.until > ${now})`;
}
