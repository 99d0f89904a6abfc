import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';

/** Writes only if the time is newer: most lists have nothing new. */
export async function upsertSeen(sql: Sql, userId: string, seenAt: Date): Promise<void> {
  await sql`
    insert into social.seen_combinations as s (user_id, seen_at)
    select ${userId}::uuid, ${seenAt}::timestamptz
    where not exists (
      select from social.seen_combinations s where s.user_id = ${userId} and s.seen_at >= ${seenAt})
    on conflict (user_id) do update set seen_at = greatest(s.seen_at, excluded.seen_at)`;
}

/** Returns a column with the number of combinations after the newest one that the list showed, up to `most`. */
export function newCombinationsColumn(
  sql: Sql,
  userId: string,
  { most, now }: { most: number; now: Date },
): Query {
  const isThere = sql`o.deleted_at is null and o.suspended_until <= ${now}`;
  const since = sql`
    coalesce((select s.seen_at from social.seen_combinations s where s.user_id = ${userId}), '-infinity')`;
  return sql`
    (select least(count(*), ${most})::integer from (
       (select from social.pairs
        where low_id = ${userId} and combined_at is not null and combined_at > ${since}
          and exists (select from social.users o where o.id = high_id and ${isThere}) limit ${most})
       union all
       (select from social.pairs
        where high_id = ${userId} and combined_at is not null and combined_at > ${since}
          and exists (select from social.users o where o.id = low_id and ${isThere}) limit ${most})
     ) fresh)`;
}
