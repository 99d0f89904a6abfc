import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AttendanceVisibility } from '../people/attendance.rules.ts';

/**
 * Locks the user’s row until the commit, against deletion and suspension. Must come before any lock of an event, the
 * same order as in a deletion or suspension.
 */
export async function holdUser(tx: Tx, userId: string): Promise<void> {
  await tx`select from social.users where id = ${userId} for share`;
}

/** Adds a user to the end of the waiting list. The event must be locked. */
export async function insertWaiting(
  tx: Tx,
  eventId: number,
  userId: string,
  now: Date,
  visibleTo: AttendanceVisibility | null = null,
): Promise<void> {
  await tx`
    with counted as (update social.events set waiting = waiting + 1 where id = ${eventId})
    insert into social.waiting (event_id, user_id, since, visible_to)
    values (${eventId}, ${userId}, ${now}, ${visibleTo})`;
}

/** Returns the user’s position on the waiting list, starting at 1, or 0. */
export async function countUpTo(tx: Tx, eventId: number, userId: string): Promise<number> {
  const [row] = await tx<{ position: number }[]>`
    select count(*)::integer as position from social.waiting
    where event_id = ${eventId}
      and number <= (select number from social.waiting where event_id = ${eventId} and user_id = ${userId})`;
  return row?.position ?? 0;
}

/**
 * Gives free seats to the first users of each list, at most `limit` per list. The events must be locked.
 * A user who already has a seat only leaves the list. A deleted or suspended user cannot rejoin the list, because the
 * deletion or suspension waits for the lock of the event.
 */
export async function giveToFirst(
  tx: Tx,
  eventIds: readonly number[],
  limit: number,
  now: Date,
): Promise<{ eventId: number; userId: string }[]> {
  return tx<{ eventId: number; userId: string }[]>`
    with first as (
      select e.id as event_id, w.user_id, w.visible_to from social.events e
      cross join lateral (
        select user_id, visible_to from social.waiting where event_id = e.id
        order by number limit least(coalesce(e.capacity - e.participants, ${limit}), ${limit})
      ) w
      where e.id = any(${eventIds}::integer[]) and e.waiting > 0 and e.status <> 'EventCancelled' and e.ends_at > ${now}
    ), gone as (
      delete from social.waiting w using first
      where w.event_id = first.event_id and w.user_id = first.user_id
    ), added as (
      insert into social.attendances (event_id, user_id, confirmed_at, visible_to)
      select event_id, user_id, ${now}, visible_to from first
      on conflict do nothing returning event_id, user_id
    ), counted as (
      update social.events e set
        waiting = e.waiting - (select count(*)::integer from first where first.event_id = e.id),
        participants = e.participants + (select count(*)::integer from added where added.event_id = e.id)
      where e.id in (select event_id from first)
    )
    select event_id as "eventId", user_id as "userId" from added order by event_id, user_id`;
}

/** Empties the waiting list of a past event. The event must be locked. */
export async function emptyList(tx: Tx, eventId: number): Promise<void> {
  await tx`
    with gone as (delete from social.waiting where event_id = ${eventId})
    update social.events set waiting = 0 where id = ${eventId} and waiting > 0`;
}

/** Locks events with a waiting list that are over or have a free seat and are not cancelled. Skips locked rows. */
export async function lockListsToTend(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: number; isOver: boolean }[]> {
  return tx<{ id: number; isOver: boolean }[]>`
    select id, ends_at <= ${now} as "isOver" from social.events
    where waiting > 0
      and (ends_at <= ${now} or status <> 'EventCancelled' and (capacity is null or participants < capacity))
    order by id limit ${limit} for update skip locked`;
}

/** Locks the user’s events in the order of their ids, to avoid deadlocks. */
export async function lockEventsOfUser(tx: Tx, userId: string): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from social.events
    where id in (select event_id from social.attendances where user_id = ${userId}
                 union all select event_id from social.waiting where user_id = ${userId})
    order by id for update`;
  return rows.map((row) => row.id);
}

/** Frees every seat of the user and stores them if `keep`. The events must be locked by `lockEventsOfUser`. */
export async function releaseSeats(tx: Tx, userId: string, keep: boolean): Promise<void> {
  await tx`
    with removed as (
      delete from social.attendances where user_id = ${userId} returning event_id, confirmed_at, visible_to
    ), left_list as (
      delete from social.waiting where user_id = ${userId} returning event_id
    ), kept as (
      insert into social.released_seats (user_id, event_id, confirmed_at, visible_to)
      select ${userId}, event_id, confirmed_at, visible_to from removed where ${keep}
      on conflict (user_id, event_id) do update
        set confirmed_at = excluded.confirmed_at, visible_to = excluded.visible_to
    )
    update social.events e set
      participants = e.participants - (select count(*)::integer from removed where removed.event_id = e.id),
      waiting = e.waiting - (select count(*)::integer from left_list where left_list.event_id = e.id)
    where e.id in (select event_id from removed union all select event_id from left_list)`;
}

export async function lockReleasedEvents(tx: Tx, userId: string): Promise<void> {
  await tx`
    select from social.events where id in (select event_id from social.released_seats where user_id = ${userId})
    order by id for update`;
}

/**
 * Gives a returning user the released seats that are neither taken nor claimed by the waiting list. The events must be
 * locked by `lockReleasedEvents`.
 */
export async function takeBackSeats(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`
    with kept as (
      delete from social.released_seats where user_id = ${userId} returning event_id, confirmed_at, visible_to
    ), taken as (
      update social.events e set participants = e.participants + 1 from kept
      where e.id = kept.event_id
        and (e.capacity is null
             or e.participants + case when e.ends_at > ${now} then e.waiting else 0 end < e.capacity)
        and not exists (select from social.attendances a where a.event_id = e.id and a.user_id = ${userId})
      returning e.id, kept.confirmed_at, kept.visible_to
    )
    insert into social.attendances (event_id, user_id, confirmed_at, visible_to)
    select id, ${userId}, confirmed_at, visible_to from taken`;
}
