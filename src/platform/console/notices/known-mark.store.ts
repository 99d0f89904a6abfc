import type { Tx } from '../../postgres/client/database.ts';

/** Returns whether the person has any marks, and how many of the given ones are stored. */
export async function findKnownMarks(
  tx: Tx,
  personId: string,
  marks: readonly Buffer[],
): Promise<{ hasAny: boolean; known: number }> {
  const [row] = await tx<{ has_any: boolean; known: number }[]>`
    select count(*) > 0 as has_any, (count(*) filter (where mark = any(${marks}::bytea[])))::int as known
    from platform.person_known_marks where person_id = ${personId}`;
  return { hasAny: row?.has_any ?? false, known: row?.known ?? 0 };
}

/** Stores marks and keeps the `most` most recently used ones. */
export async function keepKnownMarks(
  tx: Tx,
  personId: string,
  marks: readonly Buffer[],
  now: Date,
  most: number,
): Promise<void> {
  await tx`
    insert into platform.person_known_marks (person_id, mark, last_used_at)
    select ${personId}, mark, ${now} from unnest(${marks}::bytea[]) as given (mark)
    on conflict (person_id, mark) do update set last_used_at = excluded.last_used_at`;
  await tx`
    delete from platform.person_known_marks where person_id = ${personId} and mark in (
      select mark from platform.person_known_marks where person_id = ${personId}
      order by last_used_at desc, mark offset ${most})`;
}
