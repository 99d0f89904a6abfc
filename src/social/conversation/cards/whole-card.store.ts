import { mostParties } from '../../people/count.rules.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';

export interface SharedEvent {
  id: number;
  name: string;
  startsAt: Date;
  timezone: string;
  city: string;
}

export async function findAbout(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ about: string }[]>`select about from social.users where id = ${userId}`;
  return row?.about;
}

/**
 * Returns the coming events that both users attend, soonest first. `isSeen` tests whether the viewer may see attendance
 * `a`.
 */
export async function findSharedEvents(
  sql: Sql,
  viewerId: string,
  userId: string,
  { now, isSeen }: { now: Date; isSeen: Query },
): Promise<SharedEvent[]> {
  return sql<SharedEvent[]>`
    select e.id, e.name, e.starts_at as "startsAt", e.timezone, c.name as city
    from social.attendances mine
    join social.attendances a on a.event_id = mine.event_id and a.user_id = ${userId}
    join social.events e on e.id = mine.event_id
    join social.cities c on c.id = e.city_id
    where mine.user_id = ${viewerId} and e.ends_at > ${now} and e.status <> 'EventCancelled'
      and ${isSeen}
    order by e.starts_at, e.id limit ${mostParties}`;
}
