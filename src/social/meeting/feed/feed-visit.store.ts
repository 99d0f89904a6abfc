import type { Sql } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Viewer } from './feed.rules.ts';
import { mostGaps, type Gap } from './gap.rules.ts';

/** A stored gap with the settings that it depends on. */
export interface KeptGap extends Gap {
  settings: string;
}

export interface FoundViewer extends Viewer {
  events: number[];
  /** Snapshot of the transactions visible to this query. */
  snapshot: string;
  gaps: KeptGap[];
}

export async function findViewer(sql: Sql, userId: string, now: Date): Promise<FoundViewer | undefined> {
  const time = (name: string) =>
    sql`to_char(${sql.identifier(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const [viewer] = await sql<FoundViewer[]>`
    select u.id, u.gender, u.birth_date::text as "birthDate", u.city_id as "cityId", u.state,
           u.shows_women as "showsWomen", u.shows_men as "showsMen", u.age_from as "ageFrom", u.age_to as "ageTo",
           u.last_active_at as "lastActiveAt", pg_current_snapshot()::text as snapshot,
           array(select e.id from social.attendances a join social.events e on e.id = a.event_id
                 where a.user_id = u.id and a.confirmed_at <= ${now} and e.ends_at > ${now}
                   and e.status <> 'EventCancelled' order by e.id) as events,
           (select coalesce(json_agg(json_build_object('stage', stage, 'settings', settings, 'snapshot', snapshot::text,
              'from', json_build_object('at', ${time('from_at')}, 'id', from_id),
              'to', json_build_object('at', ${time('to_at')}, 'id', to_id))), '[]')
            from social.feed_gaps where user_id = u.id and holds_until > ${now}
              and not exists (select from social.feed_reopenings r
                              where r.user_id = u.id and not pg_visible_in_snapshot(r.reopened_xid, snapshot))) as gaps
    from social.users u
    where u.id = ${userId} and u.deleted_at is null`;
  return viewer;
}

export interface Visit {
  userId: string;
  now: Date;
  /** Whether the user’s activity is due to be updated. */
  active: boolean;
  gaps: readonly Gap[];
  settings: string;
  holdUntil: Date;
}

/**
 * Stores gaps for the next page and the user’s activity for others’ feeds. Losing them in a crash is harmless, so the
 * commit does not wait for the disk.
 */
export async function saveVisit(sql: Sql, visit: Visit): Promise<void> {
  const { userId, now, active, gaps, settings, holdUntil } = visit;
  await transaction(sql, async (tx) => {
    tx.defer(tx`set local synchronous_commit = off`);
    if (active)
      tx.defer(
        tx`update social.users set last_active_at = ${now} where id = ${userId} and last_active_at < ${now}`,
      );
    if (gaps.length === 0) return;
    tx.defer(tx`
      delete from social.feed_gaps
      where user_id = ${userId} and (holds_until <= ${now} or settings <> ${settings})`);
    for (const { stage, from, to, snapshot } of gaps.slice(0, mostGaps))
      tx.defer(tx`
        insert into social.feed_gaps (user_id, stage, from_at, from_id, to_at, to_id, settings, snapshot, holds_until)
        select ${userId}::uuid, ${stage}, ${from.at}::timestamptz, ${from.id}::uuid, ${to.at}::timestamptz, ${to.id}::uuid,
               ${settings}, ${snapshot}::pg_snapshot, ${holdUntil}::timestamptz
        where (select count(*) from social.feed_gaps where user_id = ${userId}) < ${mostGaps}
        on conflict (user_id, stage, from_at, from_id) do update set
          to_at = excluded.to_at, to_id = excluded.to_id, settings = excluded.settings,
          snapshot = excluded.snapshot, holds_until = excluded.holds_until`);
  });
}
