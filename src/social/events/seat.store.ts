import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AttendanceVisibility } from '../people/attendance.rules.ts';

/**
 * Held until the commit, so that it is neither deleted nor suspended meanwhile. Before any event: whoever does either has
 * it first too.
 */
export async function holdUser(tx: Tx, userId: string): Promise<void> {
  await tx`select from social.users where id = ${userId} for share`;
}

/** With the event locked: at the end of its list. */
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

/** How many stand before this number, with its own one. */
export async function countUpTo(tx: Tx, eventId: number, userId: string): Promise<number> {
  const [row] = await tx<{ position: number }[]>`
    select count(*)::integer as position from social.waiting
    where event_id = ${eventId}
      and number <= (select number from social.waiting where event_id = ${eventId} and user_id = ${userId})`;
  return row?.position ?? 0;
}

/**
 * With the events locked: gives what is free to the first of each list, `limit` of each at most. Whoever has a place
 * already only leaves the list; a deleted or suspended user does not come into the list again, because whoever deletes
 * or suspends it waits for the event.
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

/** With the event locked: nobody waits for one that is over. */
export async function emptyList(tx: Tx, eventId: number): Promise<void> {
  await tx`
    with gone as (delete from social.waiting where event_id = ${eventId})
    update social.events set waiting = 0 where id = ${eventId} and waiting > 0`;
}

/** Those whose list has an end or a place to give, which a cancelled event has not; without those that are busy. */
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

/** In their order, so that two who lock several do not wait for each other. */
export async function lockEventsOfUser(tx: Tx, userId: string): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from social.events
    where id in (select event_id from social.attendances where user_id = ${userId}
                 union all select event_id from social.waiting where user_id = ${userId})
    order by id for update`;
  return rows.map((row) => row.id);
}

/** With these locked by `lockEventsOfUser`: every place becomes free, and is noted where `keep` says so. */
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

/** With these locked: what nobody has taken meanwhile, and nobody waits for. */
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
