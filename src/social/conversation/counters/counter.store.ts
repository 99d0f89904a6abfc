import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';

export interface Counters {
  unreadQty: number;
  newCombinationsQty: number;
  likesQty: number;
}

/** Runs the columns of other features in one statement, for the user `me`. */
export async function findCounters(
  sql: Sql,
  userId: string,
  columns: { unread: Query; newCombinations: Query; likes: Query },
): Promise<Counters | undefined> {
  const [row] = await sql<Counters[]>`
    select ${columns.unread} as "unreadQty", ${columns.newCombinations} as "newCombinationsQty",
           ${columns.likes} as "likesQty"
    from social.users me where me.id = ${userId}`;
  return row;
}
