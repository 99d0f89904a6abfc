import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Query, Tag } from '../../../platform/postgres/client/sql.ts';

export async function deleteUserRow(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.users where id = ${userId}`;
}

/** Locks users who can no longer be restored, up to the limit, and skips locked ones. */
export async function lockErasable(tx: Tx, deletedBefore: Date, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from social.users where deleted_at < ${deletedBefore}
    order by deleted_at limit ${limit} for update skip locked`;
  return rows.map((row) => row.id);
}

export async function markDeleted(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update social.users set deleted_at = ${now} where id = ${userId} and deleted_at is null`;
  return rows.count === 1;
}

/** Returns the time of the deletion. Undefined if the user is not deleted, or can no longer be restored. */
export async function findDeletion(tx: Tx, userId: string): Promise<Date | undefined> {
  const [row] = await tx<{ deleted_at: Date }[]>`
    select deleted_at from social.users where id = ${userId} and deleted_at < 'infinity'`;
  return row?.deleted_at;
}

export async function clearDeletion(tx: Tx, userId: string): Promise<void> {
  await tx`update social.users set deleted_at = null where id = ${userId}`;
}

/** A row as JSON. Its key columns are the cursor of the next page. */
export type ExportedRow = Record<string, unknown>;

/** Returns the data that each user has once or a few times. */
export async function findOwnRow(sql: Tag, userId: string): Promise<ExportedRow> {
  const [row] = await sql<{ data: ExportedRow }[]>`
    select jsonb_build_object(
      'user', (select to_jsonb(u) - 'exporting_until' - 'identity_hash' - 'address_hash'
                 || jsonb_build_object('suspended_until', nullif(u.suspended_until, '-infinity'))
               from social.users u where u.id = ${userId}),
      'calendar', (select jsonb_build_object('created_at', c.created_at) from social.calendars c where c.user_id = ${userId}),
      'last_dislike', (select to_jsonb(d) - 'user_id' from social.last_dislikes d where d.user_id = ${userId}),
      'combinations_seen_at', (select s.seen_at from social.seen_combinations s where s.user_id = ${userId}),
      'limits', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'used', l.used, 'resets_at', l.resets_at)
                          order by l.kind), '[]')
                 from social.limit_uses l where l.user_id = ${userId})
    ) as data`;
  return row?.data ?? {};
}

const first = '00000000-0000-0000-0000-000000000000';

type PageOf = (sql: Tag, userId: string, after: ExportedRow | undefined, limit: number) => Query;

/**
 * Hides a row that consists only of a block against a user whose earlier account was erased: the row would reveal the
 * new account to the blocker.
 */
const isHiddenBlock = (sql: Tag, otherId: Query, likedAt: Query, passedUntil: Query): Query => sql`(
  ${likedAt} is null and ${passedUntil} is null
  and exists (select from social.users o where o.id = ${otherId} and o.erased_at is not null))`;

const pages = {
  sessions: (sql, userId, after, limit) => sql`
    select to_jsonb(s) - 'sealed_key' as row from social.sessions s
    where s.user_id = ${userId} and s.id > ${after?.['id'] ?? first} order by s.id limit ${limit}`,
  photos: (sql, userId, after, limit) => sql`
    select jsonb_build_object('position', p.position, 'link', p.link, 'source_link', p.source_link, 'name', p.name,
             'created_at', p.created_at, 'image', encode(p.image, 'base64')) as row
    from social.photos p
    where p.user_id = ${userId} and p.position > ${after?.['position'] ?? -1} order by p.position limit ${limit}`,
  // Reactions of the other user are that user's data, so they are left out.
  reactions: (sql, userId, after, limit) => sql`
    select to_jsonb(mine) as row from (
      (select high_id as other_id, low_liked_at as liked_at, low_passed_until as passed_until,
              low_blocked_until as blocked_until, combined_at
       from social.pairs
       where low_id = ${userId} and high_id > ${after?.['other_id'] ?? first}
         and (low_liked_at is not null or low_passed_until is not null or low_blocked_until is not null)
         and not ${isHiddenBlock(sql, sql`high_id`, sql`low_liked_at`, sql`low_passed_until`)}
       order by high_id limit ${limit})
      union all
      (select low_id, high_liked_at, high_passed_until, high_blocked_until, combined_at
       from social.pairs
       where high_id = ${userId} and low_id > ${after?.['other_id'] ?? first}
         and (high_liked_at is not null or high_passed_until is not null or high_blocked_until is not null)
         and not ${isHiddenBlock(sql, sql`low_id`, sql`high_liked_at`, sql`high_passed_until`)}
       order by low_id limit ${limit})) mine
    order by mine.other_id limit ${limit}`,
  advertisements: (sql, userId, after, limit) => sql`
    select to_jsonb(v) - 'user_id' as row from social.campaign_views v
    where v.user_id = ${userId}
      and (v.campaign_id, v.day) > (${after?.['campaign_id'] ?? first}::uuid, ${after?.['day'] ?? '-infinity'}::date)
    order by v.campaign_id, v.day limit ${limit}`,
  waiting: (sql, userId, after, limit) => sql`
    select jsonb_build_object('event_id', w.event_id, 'since', w.since, 'visible_to', w.visible_to) as row
    from social.waiting w
    where w.user_id = ${userId} and w.event_id > ${after?.['event_id'] ?? 0} order by w.event_id limit ${limit}`,
  reports: (sql, userId, after, limit) => sql`
    select jsonb_build_object('id', r.id, 'reported_id', case when u.erased_at is null then r.reported_id end,
             'event_id', r.event_id, 'category', r.category, 'reason', r.reason, 'created_at', r.created_at) as row
    from social.reports r left join social.users u on u.id = r.reported_id
    where r.reporter_id = ${userId} and r.id > ${after?.['id'] ?? first} order by r.id limit ${limit}`,
} satisfies Record<string, PageOf>;

export type OwnTable = keyof typeof pages;
export const ownTables = Object.keys(pages) as OwnTable[];

export async function findOwnPage(
  sql: Tag,
  table: OwnTable,
  userId: string,
  after: ExportedRow | undefined,
  limit: number,
): Promise<ExportedRow[]> {
  const rows = await sql<{ row: ExportedRow }[]>`${pages[table](sql, userId, after, limit)}`;
  return rows.map(({ row }) => row);
}
