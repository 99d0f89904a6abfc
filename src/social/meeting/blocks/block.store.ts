import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** Fields of a blocked user: enough to recognise the person, without future events. */
export interface BlockedRow {
  otherId: string;
  name: string;
  local: string;
  age: number | null;
  /** Null for a permanent block. */
  until: Date | null;
}

/** Last position of the previous page. `until` is `infinity` for permanent blocks, as in the table. */
export interface BlockPosition {
  until: string;
  otherId: string;
}

/**
 * Returns blocks by end, latest first, without users who are deleted or have blocked the user as well. Users who
 * returned under a new account are left out, because the list would reveal the new account to the blocker.
 */
export async function findBlocks(
  sql: Sql,
  userId: string,
  {
    before,
    endsBy,
    now,
    today,
    limit,
  }: {
    before: BlockPosition | undefined;
    endsBy?: Date | undefined;
    now: Date;
    today: string;
    limit: number;
  },
): Promise<BlockedRow[]> {
  const until = before?.until ?? 'infinity';
  const id = before?.otherId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const end = endsBy ?? 'infinity';
  const isThere = sql`o.deleted_at is null and o.suspended_until <= ${now} and o.erased_at is null`;
  return sql<BlockedRow[]>`
    select u.id as "otherId", u.name, u.location as local,
           extract(year from age(${today}::date, u.birth_date))::integer as age,
           nullif(mine.until, 'infinity') as until
    from (
      (select high_id as other_id, low_blocked_until as until from social.pairs
       where low_id = ${userId} and low_blocked_until > ${now} and low_blocked_until <= ${end}
         and (low_blocked_until, high_id) < (${until}::timestamptz, ${id}::uuid)
         and coalesce(high_blocked_until <= ${now}, true)
         and exists (select from social.users o where o.id = high_id and ${isThere})
       order by low_blocked_until desc, high_id desc limit ${limit})
      union all
      (select low_id, high_blocked_until from social.pairs
       where high_id = ${userId} and high_blocked_until > ${now} and high_blocked_until <= ${end}
         and (high_blocked_until, low_id) < (${until}::timestamptz, ${id}::uuid)
         and coalesce(low_blocked_until <= ${now}, true)
         and exists (select from social.users o where o.id = low_id and ${isThere})
       order by high_blocked_until desc, low_id desc limit ${limit})
    ) mine join social.users u on u.id = mine.other_id
    order by mine.until desc, mine.other_id desc limit ${limit}`;
}

/** Ends only the user’s own block. Likes and combinations that it removed are not restored. */
export async function endBlock(tx: Sql | Tx, userId: string, otherId: string): Promise<void> {
  await (userId < otherId
    ? tx`update social.pairs set low_blocked_until = null
         where low_id = ${userId} and high_id = ${otherId} and low_blocked_until is not null`
    : tx`update social.pairs set high_blocked_until = null
         where low_id = ${otherId} and high_id = ${userId} and high_blocked_until is not null`);
}
