import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';

export async function deleteUserRow(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.users where id = ${userId}`;
}

/** Users whose time to come back is over, a few at a time, without those that another transaction has locked. */
export async function lockErasable(tx: Tx, deletedBefore: Date, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from social.users where deleted_at < ${deletedBefore}
    order by deleted_at limit ${limit} for update skip locked`;
  return rows.map((row) => row.id);
}

/** False for a user who is deleted already. */
export async function markDeleted(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update social.users set deleted_at = ${now} where id = ${userId} and deleted_at is null`;
  return rows.count === 1;
}

export async function clearDeletion(tx: Tx, userId: string): Promise<void> {
  await tx`update social.users set deleted_at = null where id = ${userId}`;
}

export async function findEverything(sql: Tag, userId: string): Promise<Record<string, unknown>> {
  const [row] = await sql<{ data: Record<string, unknown> }[]>`
    select jsonb_build_object(
      'user', (select to_jsonb(u) - 'identity_hash' - 'address_hash' || jsonb_build_object('suspended_until', nullif(u.suspended_until, '-infinity'))
               from social.users u where u.id = ${userId}),
      'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'sealed_key' order by s.id), '[]')
                   from social.sessions s where s.user_id = ${userId}),
      'calendar', (select jsonb_build_object('created_at', c.created_at) from social.calendars c where c.user_id = ${userId}),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('position', p.position, 'link', p.link, 'source_link', p.source_link, 'name', p.name,
                          'created_at', p.created_at, 'image', encode(p.image, 'base64')) order by p.position), '[]')
                 from social.photos p where p.user_id = ${userId}),
      'reactions', (select coalesce(jsonb_agg(to_jsonb(mine) order by mine.other_id), '[]') from (
          select high_id as other_id, low_liked_at as liked_at, low_passed_until as passed_until,
                 low_blocked_until as blocked_until, combined_at
          from social.pairs where low_id = ${userId}
          union all
          select low_id, high_liked_at, high_passed_until, high_blocked_until, combined_at
          from social.pairs where high_id = ${userId}) mine
        -- What only the other has done is the other's data.
        where mine.liked_at is not null or mine.passed_until is not null or mine.blocked_until is not null),
      'last_dislike', (select to_jsonb(d) - 'user_id' from social.last_dislikes d where d.user_id = ${userId}),
      'combinations_seen_at', (select s.seen_at from social.seen_combinations s where s.user_id = ${userId}),
      'limits', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'used', l.used, 'resets_at', l.resets_at)
                          order by l.kind), '[]')
                 from social.limit_uses l where l.user_id = ${userId}),
      'advertisements', (select coalesce(jsonb_agg(to_jsonb(v) - 'user_id' order by v.viewed_at), '[]')
                         from social.campaign_views v where v.user_id = ${userId}),
      'waiting', (select coalesce(jsonb_agg(jsonb_build_object('event_id', w.event_id, 'since', w.since)
                          order by w.since, w.event_id), '[]')
                  from social.waiting w where w.user_id = ${userId}),
      'reports', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id,
                          'reported_id', case when u.erased_at is null then r.reported_id end, 'event_id', r.event_id,
                          'category', r.category, 'reason', r.reason, 'created_at', r.created_at) order by r.id), '[]')
                  from social.reports r left join social.users u on u.id = r.reported_id
                  where r.reporter_id = ${userId})
    ) as data`;
  return row?.data ?? {};
}
