import { newId } from '../../src/platform/ids.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';

/** Inserts `message 1` … over the last ten weeks, all read, the newest just before `now`. */
export async function fillChat(
  sql: Sql,
  now: Date,
  [oneId, otherId]: readonly [string, string],
  count: number,
): Promise<void> {
  const [low = '', high = ''] = [oneId, otherId].toSorted((one, other) => (one < other ? -1 : 1));
  const newestMs = now.getTime() - 60_000;
  const stepMs = (70 * 86_400_000) / count;
  const ids = Array.from({ length: count }, (_, index) =>
    newId(Math.round(newestMs - (count - 1 - index) * stepMs)),
  );
  await sql`
    insert into social.chats (low_id, high_id, last_message_id) values (${low}, ${high}, ${ids.at(-1) ?? ''})
    on conflict (low_id, high_id) do update set last_message_id = excluded.last_message_id`;
  await sql`
    insert into social.messages (low_id, high_id, id, from_low, body, read_at)
    select ${low}, ${high}, id, position % 3 = 0, 'message ' || position, ${now}
    from unnest(${ids}::uuid[]) with ordinality as given (id, position)`;
}
