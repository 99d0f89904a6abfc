import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

/** What is shown of somebody whom one has blocked: enough to know who it is, and not where that person will be. */
export interface BlockedRow {
  otherId: string;
  name: string;
  local: string;
  age: number | null;
  /** Null is for good. */
  until: Date | null;
}

/** Where the page before ended: as the row has it, `infinity` for good. */
export interface BlockPosition {
  until: string;
  otherId: string;
}

/**
 * Those that last longest first, without those who are deleted, or have blocked the user as well. A person who came back
 * under a new account is left out: the list would tell the blocker the new account.
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

/** Ends the user's own block alone. What it undid stays undone. */
export async function endBlock(tx: Sql | Tx, userId: string, otherId: string): Promise<void> {
  await (userId < otherId
    ? tx`update social.pairs set low_blocked_until = null
         where low_id = ${userId} and high_id = ${otherId} and low_blocked_until is not null`
    : tx`update social.pairs set high_blocked_until = null
         where low_id = ${otherId} and high_id = ${userId} and high_blocked_until is not null`);
}
