import type { Sql } from '../../../platform/postgres/client/database.ts';

export interface ListedCombination {
  otherId: string;
  combinedAt: Date;
  /** Time of the last message, or of the combination. */
  movedAt: Date;
}

/**
 * Returns combinations by last message, newest first, without deleted or suspended users. A block has already undone
 * the combination. Reads all combinations of the user: an index in this order would have to be updated with every
 * message.
 */
export async function findCombinationsByMessage(
  sql: Sql,
  userId: string,
  before: { movedAt: Date; otherId: string } | undefined,
  { limit, now }: { limit: number; now: Date },
): Promise<ListedCombination[]> {
  const isThere = sql`u.deleted_at is null and u.suspended_until <= ${now}`;
  const at = before?.movedAt.toISOString() ?? 'infinity';
  const id = before?.otherId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  return sql<ListedCombination[]>`
    select mine.other_id as "otherId", mine.combined_at as "combinedAt", mine.moved_at as "movedAt" from (
      select p.high_id as other_id, p.combined_at, greatest(p.combined_at, case
          when c.low_cleared_id is null or c.low_cleared_id < c.last_message_id then uuid_extract_timestamp(c.last_message_id)
        end) as moved_at
      from social.pairs p left join social.chats c on c.low_id = p.low_id and c.high_id = p.high_id
      where p.low_id = ${userId} and p.combined_at is not null
        and exists (select from social.users u where u.id = p.high_id and ${isThere})
      union all
      select p.low_id, p.combined_at, greatest(p.combined_at, case
          when c.high_cleared_id is null or c.high_cleared_id < c.last_message_id then uuid_extract_timestamp(c.last_message_id)
        end)
      from social.pairs p left join social.chats c on c.low_id = p.low_id and c.high_id = p.high_id
      where p.high_id = ${userId} and p.combined_at is not null
        and exists (select from social.users u where u.id = p.low_id and ${isThere})
    ) mine
    where (mine.moved_at, mine.other_id) < (${at}::timestamptz, ${id}::uuid)
    order by mine.moved_at desc, mine.other_id desc limit ${limit}`;
}
