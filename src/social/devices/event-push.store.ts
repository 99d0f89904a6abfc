import type { Tx } from '../../platform/postgres/client/database.ts';
import type { NotifiedDevice } from './device.store.ts';

/** Of many users at once; none of those who are connected, or do not want to be alerted, nor of an ended session. */
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
