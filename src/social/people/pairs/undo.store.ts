import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { OuterJoined } from '../../../platform/postgres/client/sql.ts';

interface LastDislike {
  otherId: string;
  passedUntil: Date;
  undidCombination: boolean;
}

export type Undoer = { isPremium: boolean } & OuterJoined<LastDislike>;

export async function findUndoer(sql: Sql, userId: string): Promise<Undoer | undefined> {
  const [row] = await sql<Undoer[]>`
    select u.is_premium as "isPremium", d.other_id as "otherId", d.passed_until as "passedUntil",
           d.undid_combination as "undidCombination"
    from social.users u left join social.last_dislikes d on d.user_id = u.id
    where u.id = ${userId}`;
  return row;
}

/** Stores the last dislike, in the transaction of the dislike and after its pair. */
export function noteDislike(
  tx: Tx,
  userId: string,
  { otherId, passedUntil, undidCombination }: LastDislike,
): void {
  tx.defer(tx`
    insert into social.last_dislikes as l (user_id, other_id, passed_until, undid_combination)
    values (${userId}, ${otherId}, ${passedUntil}, ${undidCombination})
    on conflict (user_id) do update set
      other_id = excluded.other_id, passed_until = excluded.passed_until,
      -- A repeated dislike keeps the flag of the first one.
      undid_combination = excluded.undid_combination
        or (l.other_id = excluded.other_id and l.undid_combination)`);
}

export async function deleteNotesOf(tx: Tx, userId: string, otherIds: readonly string[]): Promise<void> {
  await tx`delete from social.last_dislikes where user_id = any(${otherIds}::uuid[]) and other_id = ${userId}`;
}

export interface TakenBack {
  /** True if the pass was unchanged since the dislike and the other user is visible. The pass is then removed. */
  passEnded: boolean;
  /** True if the dislike was still the last one. Its note is then deleted. */
  wasLast: boolean;
}

/**
 * Undoes a dislike. Locks the pair before the note of the last dislike, in the same order as a dislike, to avoid
 * deadlocks.
 */
export async function takeBackDislike(
  tx: Tx,
  { userId, otherId, passedUntil, now }: { userId: string; otherId: string; passedUntil: Date; now: Date },
): Promise<TakenBack> {
  const ended = await tx`
    update social.pairs p set
      low_passed_until = case when p.low_id = ${userId} then null else p.low_passed_until end,
      high_passed_until = case when p.high_id = ${userId} then null else p.high_passed_until end
    where p.low_id = least(${userId}::uuid, ${otherId}::uuid) and p.high_id = greatest(${userId}::uuid, ${otherId}::uuid)
      and case when p.low_id = ${userId} then p.low_passed_until else p.high_passed_until end = ${passedUntil}
      and ${passedUntil} > ${now}::timestamptz
      and coalesce(p.low_blocked_until <= ${now}, true) and coalesce(p.high_blocked_until <= ${now}, true)
      and exists (select from social.users u where u.id = ${otherId} and u.deleted_at is null and u.suspended_until <= ${now})`;
  const forgotten = await tx`
    delete from social.last_dislikes
    where user_id = ${userId} and other_id = ${otherId} and passed_until = ${passedUntil}`;
  return { passEnded: ended.count === 1, wasLast: forgotten.count === 1 };
}
