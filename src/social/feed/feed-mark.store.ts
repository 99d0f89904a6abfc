import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Mark, Scope } from './feed.rules.ts';

/** Where a walk found nobody left to show. */
export interface EmptyStretch {
  scope: Scope;
  mark: Mark;
}

export interface Visit {
  userId: string;
  now: Date;
  /** It is time to note that the user was here. */
  active: boolean;
  empty: readonly EmptyStretch[];
}

/** For the next page and for others' feeds. Nobody was promised any of it: it does not wait for the disk. */
export async function saveVisit(sql: Sql, { userId, now, active, empty }: Visit): Promise<void> {
  await transaction(sql, async (tx) => {
    tx.defer(tx`set local synchronous_commit = off`);
    if (active)
      tx.defer(
        tx`update social.users set last_active_at = ${now} where id = ${userId} and last_active_at < ${now}`,
      );
    for (const { scope, mark } of empty) tx.defer(upsertMark(tx, userId, scope, mark, now));
  });
}

/** A mark ends a day after it was made, however often it was lengthened since: `made_at` stays until then. */
function upsertMark(tx: Tx, userId: string, scope: Scope, { top, bottom }: Mark, now: Date): Query {
  return tx`
    insert into social.feed_marks as m (user_id, scope, top_active_at, top_id, bottom_active_at, bottom_id, made_at)
    values (${userId}, ${scope}, ${top.at}, ${top.id}, ${bottom.at}, ${bottom.id}, ${now})
    on conflict (user_id, scope) do update set
      top_active_at = excluded.top_active_at, top_id = excluded.top_id,
      bottom_active_at = excluded.bottom_active_at, bottom_id = excluded.bottom_id,
      made_at = case when m.made_at > ${now}::timestamptz - interval '1 day' then m.made_at else excluded.made_at end`;
}

export async function deleteMarks(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.feed_marks where user_id = ${userId}`;
}
