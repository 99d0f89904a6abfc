import type { Tx } from '../../../platform/postgres/client/database.ts';

/**
 * The identity of a user, and whether a case must outlast the erasure: reports, a suspension, a hiding or blocks by
 * others.
 */
export interface ErasableUser {
  provider: string;
  loginId: string;
  email: string | null;
  leavesCase: boolean;
}

/** Requires the lock of the user's row. */
export async function findErasable(tx: Tx, userId: string, now: Date): Promise<ErasableUser | undefined> {
  const [row] = await tx<ErasableUser[]>`
    select u.provider, u.login_id as "loginId", u.email,
           u.suspended_until > ${now} or u.hidden_by is not null
             or exists (select from social.reports r where r.reported_id = u.id)
             or exists (select from social.pairs p where p.low_id = u.id and p.high_blocked_until > ${now})
             or exists (select from social.pairs p where p.high_id = u.id and p.low_blocked_until > ${now}) as "leavesCase"
    from social.users u where u.id = ${userId}`;
  return row;
}

/**
 * Clears the profile and deletes every row that deleting the user would delete, except the case and its appeals. No
 * request can name a provider of 101 characters, so no sign-in finds the row.
 */
export async function reduceUser(
  tx: Tx,
  userId: string,
  hashes: { identity: Buffer; address: Buffer | null },
  now: Date,
): Promise<void> {
  await tx`
    with sessions as (delete from social.sessions where user_id = ${userId}),
      devices as (delete from social.devices where user_id = ${userId}),
      photos as (delete from social.photos where user_id = ${userId}),
      calendars as (delete from social.calendars where user_id = ${userId}),
      counters as (delete from social.update_counters where user_id = ${userId}),
      marks as (delete from social.feed_marks where user_id = ${userId}),
      gaps as (delete from social.feed_gaps where user_id = ${userId}),
      reopenings as (delete from social.feed_reopenings where user_id = ${userId}),
      views as (delete from social.campaign_views where user_id = ${userId}),
      limits as (delete from social.limit_uses where user_id = ${userId}),
      dislikes as (delete from social.last_dislikes where user_id = ${userId}),
      seen as (delete from social.seen_combinations where user_id = ${userId}),
      waiting as (delete from social.waiting where user_id = ${userId}),
      released as (delete from social.released_seats where user_id = ${userId}),
      told as (delete from social.notice_waiters where user_id = ${userId})
    update social.users set
      provider = repeat('-', 101), login_id = id::text, name = '', birth_date = null, gender = null, about = '',
      location = '', city_id = null, state = null, is_premium = false, need_tour = true, shows_women = true,
      shows_men = true, age_from = 18, age_to = 99, notify_message = true, notify_combination = true,
      notify_alert = true, mails_events = true, email = null, language = 'en', last_active_at = ${now}, active_before_at = null,
      deleted_at = 'infinity', erased_at = ${now}, returned_at = null,
      identity_hash = ${hashes.identity}, address_hash = ${hashes.address}
    where id = ${userId}`;
}

/** Locks the erased users with the same identity or the same confirmed address. */
export async function lockErasedOf(
  tx: Tx,
  hashes: { identity: Buffer; address: Buffer | null },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from social.users where identity_hash = ${hashes.identity} or address_hash = ${hashes.address}
    order by id for update`;
  return rows.map((row) => row.id);
}

/**
 * Moves the reports, decisions, suspension and others' blocks of an erased user to another user, and deletes the erased
 * user's row.
 */
export async function moveCase(tx: Tx, fromId: string, toId: string, now: Date): Promise<void> {
  await tx`
    with reports as (update social.reports set reported_id = ${toId} where reported_id = ${fromId}),
      acts as (update social.moderation_acts set user_id = ${toId} where user_id = ${fromId}),
      appeals as (update social.appeals set user_id = ${toId} where user_id = ${fromId}),
      cases as (
        insert into social.cases as c (user_id, opened_at)
        select ${toId}::uuid, opened_at from social.cases where user_id = ${fromId}
        on conflict (user_id) do update set opened_at = least(c.opened_at, excluded.opened_at)),
      blocks as (
        delete from social.pairs where low_id = ${fromId} or high_id = ${fromId}
        returning case when low_id = ${fromId} then high_id else low_id end as other_id,
                  case when low_id = ${fromId} then high_blocked_until else low_blocked_until end as until),
      moved as (
        insert into social.pairs as p (low_id, high_id, low_blocked_until, high_blocked_until)
        select least(other_id, ${toId}::uuid), greatest(other_id, ${toId}::uuid),
               case when other_id < ${toId}::uuid then until end, case when other_id > ${toId}::uuid then until end
        from blocks where until > ${now} and other_id <> ${toId}::uuid
        on conflict (low_id, high_id) do update set
          low_blocked_until = greatest(p.low_blocked_until, excluded.low_blocked_until),
          high_blocked_until = greatest(p.high_blocked_until, excluded.high_blocked_until))
    update social.users u set
      suspended_until = greatest(u.suspended_until, f.suspended_until),
      suspended_by = case when f.suspended_until > u.suspended_until then f.suspended_by else u.suspended_by end,
      hidden_by = coalesce(u.hidden_by, f.hidden_by), erased_at = greatest(u.erased_at, f.erased_at), returned_at = ${now}
    from social.users f where u.id = ${toId} and f.id = ${fromId}`;
  await tx`delete from social.users where id = ${fromId}`;
}

/** Locks users whose case has been kept long enough, oldest first, and skips locked ones. */
export async function lockExpired(tx: Tx, erasedBefore: Date, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from social.users where identity_hash is not null and erased_at < ${erasedBefore}
    order by erased_at limit ${limit} for update skip locked`;
  return rows.map((row) => row.id);
}
