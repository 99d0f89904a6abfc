import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query, Tag } from '../../platform/postgres/client/sql.ts';
import type { AttendanceVisibility } from '../people/attendance.rules.ts';
import type { EventStatus } from './event.rules.ts';

/** State of an event that decides whether a user can confirm. */
export interface EventForUser {
  status: EventStatus;
  endsAt: Date;
  capacity: number | null;
  participants: number;
  waiting: number;
  confirmedAt: Date | null;
  waitingNumber: bigint | null;
  /** Whether the user is neither deleted nor suspended. */
  isPresent: boolean;
}

export async function findEventForUser(
  sql: Sql | Tx,
  eventId: number,
  userId: string,
  now: Date,
): Promise<EventForUser | undefined> {
  const [event] = await sql<EventForUser[]>`
    select e.status, e.ends_at as "endsAt", e.capacity, e.participants, e.waiting, a.confirmed_at as "confirmedAt",
           w.number as "waitingNumber",
           exists (select from social.users u
                   where u.id = ${userId} and u.deleted_at is null and u.suspended_until <= ${now}) as "isPresent"
    from social.events e
    left join social.attendances a on a.event_id = e.id and a.user_id = ${userId}
    left join social.waiting w on w.event_id = e.id and w.user_id = ${userId}
    where e.id = ${eventId}`;
  return event;
}

/**
 * Adds a participant in one statement and returns the new number of participants, or undefined if there is no free
 * seat.
 * A statement that waits for the event’s row checks the conditions again, so the last seat is given only once.
 * Concurrent calls for one user violate the primary key.
 * Locks the user’s row before the event’s, like a deletion or suspension, which frees the user’s seats. A confirmation
 * that runs after one of these adds no participant.
 */
export async function takePlace(
  tx: Tx,
  eventId: number,
  userId: string,
  now: Date,
  /** Audience for this event, or null for the user’s setting. */
  visibleTo: AttendanceVisibility | null = null,
): Promise<number | undefined> {
  const [row] = await tx<{ participants: number }[]>`
    with present as materialized (
      select id from social.users
      where id = ${userId} and deleted_at is null and suspended_until <= ${now} for share
    ), taken as (
      update social.events e set participants = e.participants + 1 from present
      where e.id = ${eventId} and e.status <> 'EventCancelled' and e.ends_at > ${now}
        and (e.capacity is null or e.participants + e.waiting < e.capacity)
      returning e.id, e.participants
    ), added as (
      insert into social.attendances (event_id, user_id, confirmed_at, visible_to)
      select id, ${userId}, ${now}, ${visibleTo} from taken
    )
    select participants from taken`;
  return row?.participants;
}

/**
 * Changes the audience of a participant or of a user on the waiting list. Locks the user’s row first, as a change of
 * the user’s setting does. The lock is a separate statement, so that the next one sees a seat given meanwhile.
 */
export async function changeVisibility(
  tx: Tx,
  eventId: number,
  userId: string,
  visibleTo: AttendanceVisibility | null,
): Promise<void> {
  await tx`select from social.users where id = ${userId} for no key update`;
  await tx`
    with waits as (
      update social.waiting set visible_to = ${visibleTo} where event_id = ${eventId} and user_id = ${userId}
    )
    update social.attendances set visible_to = ${visibleTo} where event_id = ${eventId} and user_id = ${userId}`;
}

/**
 * Removes a user from the participants and the waiting list. Returns the new number of participants. The event must be
 * locked.
 */
export async function deleteAttendance(tx: Tx, eventId: number, userId: string): Promise<number> {
  const [row] = await tx<{ participants: number }[]>`
    with removed as (
      delete from social.attendances where event_id = ${eventId} and user_id = ${userId} returning 1
    ), left_list as (
      delete from social.waiting where event_id = ${eventId} and user_id = ${userId} returning 1
    )
    update social.events set participants = participants - (select count(*)::integer from removed),
           waiting = waiting - (select count(*)::integer from left_list)
    where id = ${eventId} returning participants`;
  return row?.participants ?? 0;
}

export interface ParticipantViewer {
  id: string;
  now: Date;
  /** Whether the viewer attends the event. */
  goes: boolean;
  /** Default audience for people who have not chosen one. */
  byDefault: AttendanceVisibility;
}

/**
 * Returns the participants that the viewer may see.
 * Hidden participants are filtered here and not afterwards: the cursor of a page goes to the client and must not name
 * one of them.
 * Participants who are visible to everyone or to attendees are read along an index, one range per audience. The viewer
 * and the viewer’s combinations are added; combinations only if a participant of the event is visible to combinations.
 * Scalar subqueries cost two primary key lookups per row. For `exists` the planner would join all users.
 */
export async function findParticipants(
  sql: Sql,
  eventId: number,
  viewer: ParticipantViewer,
  after: { confirmedAt: Date; userId: string } | undefined,
  limit: number,
): Promise<{ userId: string; confirmedAt: Date }[]> {
  const { id, now, goes, byDefault } = viewer;
  const open: AttendanceVisibility[] = goes ? ['everyone', 'attendees'] : ['everyone'];
  const isOpen = open.includes(byDefault);
  const shown = sql`
      (a.confirmed_at, a.user_id) >
          (${after?.confirmedAt ?? new Date(0)}, ${after?.userId ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      and (select u.deleted_at is null and u.suspended_until <= ${now} from social.users u where u.id = a.user_id)
      and (select p.low_blocked_until > ${now} or p.high_blocked_until > ${now} from social.pairs p
           where p.low_id = least(a.user_id, ${id}::uuid) and p.high_id = greatest(a.user_id, ${id}::uuid)
          ) is not true
    order by a.confirmed_at, a.user_id limit ${limit}`;
  const ofKind = (kind: Query) => sql`
    (select a.user_id, a.confirmed_at from social.attendances a
     where a.event_id = ${eventId} and ${kind} and ${shown})`;
  const kinds = open.map((kind) => ofKind(sql`a.shown_to = ${kind}`));
  if (isOpen) kinds.push(ofKind(sql`a.shown_to is null`));
  const forCombined = sql`
    (a.shown_to = 'combinations' ${byDefault === 'combinations' ? sql`or a.shown_to is null` : sql``})`;
  const isHidden = sql`not (coalesce(a.shown_to, ${byDefault}) = any(${open}::text[]))`;
  return sql<{ userId: string; confirmedAt: Date }[]>`
    select found.user_id as "userId", found.confirmed_at as "confirmedAt" from (
      ${kinds.reduce((all, kind) => sql`${all} union all ${kind}`)}
      union all
      (select a.user_id, a.confirmed_at from (
         select high_id as id from social.pairs where low_id = ${id} and combined_at is not null
         union all
         select low_id from social.pairs where high_id = ${id} and combined_at is not null
       ) partner
       join social.attendances a on a.event_id = ${eventId} and a.user_id = partner.id
       where (select exists (
           select from social.attendances a where a.event_id = ${eventId} and ${forCombined}))
         and ${forCombined} and ${shown})
      union all
      (select a.user_id, a.confirmed_at from social.attendances a
       where a.event_id = ${eventId} and a.user_id = ${id} and ${isHidden} and ${shown})
    ) found
    order by found.confirmed_at, found.user_id limit ${limit}`;
}

export interface OwnAttendance {
  eventId: number;
  name: string;
  startsAt: Date;
  confirmedAt: Date;
  visibleTo: AttendanceVisibility | null;
}

export async function findAttendancesOfUser(
  sql: Tag,
  userId: string,
  afterEventId: number,
  limit: number,
): Promise<OwnAttendance[]> {
  return sql<OwnAttendance[]>`
    select e.id as "eventId", e.name, e.starts_at as "startsAt", a.confirmed_at as "confirmedAt",
           a.visible_to as "visibleTo"
    from social.attendances a join social.events e on e.id = a.event_id
    where a.user_id = ${userId} and a.event_id > ${afterEventId} order by a.event_id limit ${limit}`;
}
