import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { mostCounted } from '../../people/count.rules.ts';

export interface LikeOfMe {
  otherId: string;
  likedAt: Date;
}

/** Returns the likes that a user has not answered, on both sides of the pair, newest first. */
function openLikes(
  sql: Sql,
  userId: string,
  before: LikeOfMe | undefined,
  { limit, now }: { limit: number; now: Date },
  /** Further conditions. `mine` reads the user’s own reactions and the two blocks. */
  condition: (mine: Query) => Query,
): Query {
  const isThere = sql`o.deleted_at is null and o.suspended_until <= ${now}`;
  const at = before?.likedAt.toISOString() ?? 'infinity';
  const id = before?.otherId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  return sql`
    (select high_id as other_id, high_liked_at as liked_at from social.pairs
     where low_id = ${userId} and high_liked_at is not null and low_liked_at is null
       and (high_liked_at, high_id) < (${at}::timestamptz, ${id}::uuid)
       and exists (select from social.users o where o.id = high_id and ${isThere})
       ${condition(sql`low_passed_until`)}
     order by high_liked_at desc, high_id desc limit ${limit})
    union all
    (select low_id, low_liked_at from social.pairs
     where high_id = ${userId} and low_liked_at is not null and high_liked_at is null
       and (low_liked_at, low_id) < (${at}::timestamptz, ${id}::uuid)
       and exists (select from social.users o where o.id = low_id and ${isThere})
       ${condition(sql`high_passed_until`)}
     order by low_liked_at desc, low_id desc limit ${limit})`;
}

const unanswered =
  (sql: Sql, now: Date) =>
  (passedUntil: Query): Query =>
    sql`and coalesce(${passedUntil} <= ${now}, true)
        and coalesce(low_blocked_until <= ${now}, true) and coalesce(high_blocked_until <= ${now}, true)`;

/** Returns likes from visible people without a reaction of the user. */
export async function findLikes(
  sql: Sql,
  userId: string,
  before: LikeOfMe | undefined,
  { limit, now }: { limit: number; now: Date },
): Promise<LikeOfMe[]> {
  return sql<LikeOfMe[]>`
    select likes.other_id as "otherId", likes.liked_at as "likedAt"
    from (${openLikes(sql, userId, before, { limit, now }, unanswered(sql, now))}) likes
    order by likes.liked_at desc, likes.other_id desc limit ${limit}`;
}

/**
 * Returns a column with the number of likes of user `me`. For a premium user it equals the list.
 * Other users get a number that their own reactions do not change: a lower number after a dislike or a block would
 * reveal the author of the like. Only a like changes it, and its answer reveals as much.
 */
export function likesColumn(sql: Sql, userId: string, now: Date): Query {
  const count = (condition: (mine: Query) => Query) => sql`
    (select least(count(*), ${mostCounted})::integer
     from (${openLikes(sql, userId, undefined, { limit: mostCounted, now }, condition)}) likes)`;
  return sql`case when me.is_premium then ${count(unanswered(sql, now))} else ${count(() => sql``)} end`;
}

export async function findLikesQty(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<{ isPremium: boolean; likesQty: number } | undefined> {
  const [row] = await sql<{ isPremium: boolean; likesQty: number }[]>`
    select me.is_premium as "isPremium", ${likesColumn(sql, userId, now)} as "likesQty"
    from social.users me where me.id = ${userId}`;
  return row;
}
