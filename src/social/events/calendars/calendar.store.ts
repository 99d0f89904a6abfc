import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** Stores a key, replacing the previous one. Returns false if the user was deleted or suspended meanwhile. */
export async function upsertCalendar(
  sql: Sql,
  calendar: { userId: string; keyHash: Buffer; now: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into social.calendars (user_id, key_hash, created_at)
    select id, ${calendar.keyHash}, ${calendar.now} from social.users
    where id = ${calendar.userId} and deleted_at is null and suspended_until <= ${calendar.now}
    on conflict (user_id) do update set key_hash = excluded.key_hash, created_at = excluded.created_at`;
  return rows.count === 1;
}

export async function findCalendarUser(sql: Sql, keyHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select c.user_id as "userId" from social.calendars c
    join social.users u on u.id = c.user_id and u.deleted_at is null and u.suspended_until <= ${now}
    where c.key_hash = ${keyHash}`;
  return row?.userId;
}

export async function removeCalendar(sql: Sql | Tx, userId: string): Promise<void> {
  await sql`delete from social.calendars where user_id = ${userId}`;
}
