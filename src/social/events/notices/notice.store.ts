import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { NoticedEvent } from './notice.rules.ts';

export type BroadcastKind = 'moved' | 'cancelled' | 'tomorrow';

export interface Notice {
  id: string;
  eventId: number;
  kind: BroadcastKind;
  createdAt: Date;
  toldUntil: Date;
  toldId: string;
  doneAt: Date | null;
}

/**
 * Adds a notice. It replaces unfinished notices of earlier changes and takes over their waiting users. A reminder
 * replaces no change and goes only to participants.
 */
export async function insertNotice(
  tx: Tx,
  notice: { id: string; eventId: number; kind: BroadcastKind; now: Date },
): Promise<void> {
  await tx`
    with replaced as (
      update social.event_notices set done_at = ${notice.now}
      where event_id = ${notice.eventId} and done_at is null and (kind = 'tomorrow' or ${notice.kind} <> 'tomorrow')
      returning id
    ), added as (
      insert into social.event_notices (id, event_id, kind, created_at)
      values (${notice.id}, ${notice.eventId}, ${notice.kind}, ${notice.now})
    ), untold as (
      delete from social.notice_waiters where notice_id in (select id from replaced) returning user_id
    )
    insert into social.notice_waiters (notice_id, user_id)
    select ${notice.id}::uuid, user_id from social.waiting where event_id = ${notice.eventId} and ${notice.kind} <> 'tomorrow'
    union
    select ${notice.id}::uuid, user_id from untold`;
}

/**
 * Returns the next users who were waiting when the notice was made, each once. A user who has got a seat since is
 * notified as a participant.
 */
export async function takeWaiters(
  tx: Tx,
  notice: Pick<Notice, 'id' | 'eventId' | 'createdAt'>,
  limit: number,
): Promise<{ userId: string; goes: boolean }[]> {
  return tx<{ userId: string; goes: boolean }[]>`
    with taken as (
      delete from social.notice_waiters where notice_id = ${notice.id} and user_id in (
        select user_id from social.notice_waiters where notice_id = ${notice.id} order by user_id limit ${limit})
      returning user_id)
    select t.user_id as "userId", exists (
      select from social.attendances a
      where a.event_id = ${notice.eventId} and a.user_id = t.user_id and a.confirmed_at <= ${notice.createdAt}) as goes
    from taken t`;
}

export async function lockNotice(tx: Tx, id: string): Promise<Notice | undefined> {
  const [notice] = await tx<Notice[]>`
    select id, event_id as "eventId", kind, created_at as "createdAt", told_until as "toldUntil",
           told_id as "toldId", done_at as "doneAt"
    from social.event_notices where id = ${id} for update`;
  return notice;
}

export interface Confirmed {
  userId: string;
  confirmedAt: Date;
}

export async function advanceNotice(tx: Tx, id: string, last: Confirmed): Promise<void> {
  await tx`
    update social.event_notices set told_until = ${last.confirmedAt}, told_id = ${last.userId} where id = ${id}`;
}

export async function finishNotice(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update social.event_notices set done_at = ${now} where id = ${id}`;
}

/**
 * Returns participants by confirmation. Users who confirmed after the notice was made have seen the event in its
 * current state.
 */
export async function findConfirmed(
  tx: Tx,
  notice: Pick<Notice, 'eventId' | 'toldUntil' | 'toldId' | 'createdAt'>,
  limit: number,
): Promise<Confirmed[]> {
  return tx<Confirmed[]>`
    select user_id as "userId", confirmed_at as "confirmedAt" from social.attendances
    where event_id = ${notice.eventId} and (confirmed_at, user_id) > (${notice.toldUntil}, ${notice.toldId}::uuid)
      and confirmed_at <= ${notice.createdAt}
    order by confirmed_at, user_id limit ${limit}`;
}

export async function findNoticedEvent(tx: Tx, eventId: number): Promise<NoticedEvent | undefined> {
  const [event] = await tx<NoticedEvent[]>`
    select e.id, e.name, e.starts_at as "startsAt", e.timezone, e.status, e.venue_name as "venueName",
           c.name as city, c.state
    from social.events e join social.cities c on c.id = e.city_id where e.id = ${eventId}`;
  return event;
}

/** Returns the mail addresses of users who want event mails, or of all users with an address if `isAlways`. */
export async function findAddresses(
  tx: Tx,
  userIds: readonly string[],
  now: Date,
  { isAlways }: { isAlways: boolean },
): Promise<{ userId: string; email: string; language: string }[]> {
  return tx<{ userId: string; email: string; language: string }[]>`
    select id as "userId", email, language from social.users
    where id = any(${userIds}::uuid[]) and email is not null and deleted_at is null and suspended_until <= ${now}
      and (notify_alert and mails_events or ${isAlways})`;
}

export async function findMailChoice(sql: Sql, userId: string): Promise<boolean | undefined> {
  const [row] = await sql<{ wanted: boolean }[]>`
    select mails_events as wanted from social.users where id = ${userId} and deleted_at is null`;
  return row?.wanted;
}

/** Stores whether a user wants event mails. Returns false if the user does not exist. */
export async function setMailChoice(sql: Sql, userId: string, isWanted: boolean): Promise<boolean> {
  const rows = await sql`
    update social.users set mails_events = ${isWanted} where id = ${userId} and deleted_at is null`;
  return rows.count === 1;
}

export interface RemindableEvent {
  startsAt: Date;
  status: string;
  remindedFor: Date | null;
}

export async function lockRemindable(tx: Tx, eventId: number): Promise<RemindableEvent | undefined> {
  const [event] = await tx<RemindableEvent[]>`
    select starts_at as "startsAt", status, reminded_for as "remindedFor" from social.events
    where id = ${eventId} for update`;
  return event;
}

export async function markReminded(tx: Tx, eventId: number, startsAt: Date): Promise<void> {
  await tx`update social.events set reminded_for = ${startsAt} where id = ${eventId}`;
}

export async function findUnreminded(sql: Sql, now: Date, until: Date, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from social.events
    where starts_at > ${now} and starts_at <= ${until} and status <> 'EventCancelled' and status <> 'EventPostponed'
      and reminded_for is distinct from starts_at
    order by starts_at, id limit ${limit}`;
  return rows.map((row) => row.id);
}

export async function forgetNotices(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.event_notices where id in (
      select id from social.event_notices where done_at < ${before} limit ${limit})`;
  return rows.count;
}
