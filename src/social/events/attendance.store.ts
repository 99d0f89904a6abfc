import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { EventStatus } from './event.rules.ts';

/** What decides whether a user can confirm. */
export interface EventForUser {
  status: EventStatus;
  endsAt: Date;
  capacity: number | null;
  participants: number;
  /** When this user confirmed, if so. */
  confirmedAt: Date | null;
}

export async function findEventForUser(
  sql: Sql | Tx,
  eventId: number,
  userId: string,
): Promise<EventForUser | undefined> {
  const [event] = await sql<EventForUser[]>`
    select e.status, e.ends_at as "endsAt", e.capacity, e.participants, a.confirmed_at as "confirmedAt"
    from social.events e left join social.attendances a on a.event_id = e.id and a.user_id = ${userId}
    where e.id = ${eventId}`;
  return event;
}

/**
 * Counts and writes down one participant in one statement. Whoever waits for the event's row has its conditions checked
 * again afterwards, so the last place is given once. Undefined: there was none. The same user twice at once fails by
 * the primary key.
 */
export async function takePlace(
  tx: Tx,
  eventId: number,
  userId: string,
  now: Date,
): Promise<number | undefined> {
  const [row] = await tx<{ participants: number }[]>`
    with taken as (
      update social.events set participants = participants + 1
      where id = ${eventId} and status <> 'EventCancelled' and ends_at > ${now}
        and (capacity is null or participants < capacity)
      returning id, participants
    ), added as (
      insert into social.attendances (event_id, user_id, confirmed_at) select id, ${userId}, ${now} from taken
    )
    select participants from taken`;
  return row?.participants;
}

/** The new number of participants, or nothing for an event that does not exist. */
export async function deleteAttendance(tx: Tx, eventId: number, userId: string): Promise<number | undefined> {
  const [row] = await tx<{ participants: number }[]>`
    with removed as (
      delete from social.attendances where event_id = ${eventId} and user_id = ${userId} returning 1
    )
    update social.events set participants = participants - (select count(*)::integer from removed)
    where id = ${eventId} returning participants`;
  return row?.participants;
}

export async function findParticipants(
  sql: Sql,
  eventId: number,
  after: { confirmedAt: Date; userId: string } | undefined,
  limit: number,
): Promise<{ userId: string; confirmedAt: Date }[]> {
  return sql<{ userId: string; confirmedAt: Date }[]>`
    select user_id as "userId", confirmed_at as "confirmedAt" from social.attendances
    where event_id = ${eventId}
      and (confirmed_at, user_id) >
          (${after?.confirmedAt ?? new Date(0)}, ${after?.userId ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by confirmed_at, user_id limit ${limit}`;
}

export async function findAttendancesOfUser(
  sql: Sql | Tx,
  userId: string,
): Promise<{ eventId: number; name: string; startsAt: Date; confirmedAt: Date }[]> {
  return sql<{ eventId: number; name: string; startsAt: Date; confirmedAt: Date }[]>`
    select e.id as "eventId", e.name, e.starts_at as "startsAt", a.confirmed_at as "confirmedAt"
    from social.attendances a join social.events e on e.id = a.event_id
    where a.user_id = ${userId} order by a.confirmed_at, e.id`;
}

export async function deleteAttendancesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx`
    with removed as (delete from social.attendances where user_id = ${userId} returning event_id)
    update social.events set participants = participants - 1 where id in (select event_id from removed)`;
}
