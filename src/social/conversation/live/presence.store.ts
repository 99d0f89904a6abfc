import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

export async function upsertPresences(
  sql: Sql,
  processId: string,
  userIds: readonly string[],
  until: Date,
): Promise<void> {
  await sql`
    insert into social.presences (user_id, process_id, until)
    select user_id, ${processId}, ${until} from unnest(${userIds}::uuid[]) as present (user_id)
    on conflict (user_id, process_id) do update set until = excluded.until`;
}

export async function deletePresences(
  sql: Sql,
  processId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`delete from social.presences where process_id = ${processId} and user_id = any(${userIds}::uuid[])`;
}

/** Deletes presences of killed processes. */
export async function deleteOldPresences(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from social.presences where (user_id, process_id) in (
      select user_id, process_id from social.presences where until < ${now}
      order by until limit ${limit} for update skip locked)`;
  return deleted.count;
}

export async function deletePresencesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.presences where user_id = ${userId}`;
}

export interface PresenceRow {
  userId: string;
  isOnline: boolean;
  lastActiveAt: Date;
}

export async function findPresences(sql: Sql, userIds: readonly string[], now: Date): Promise<PresenceRow[]> {
  return sql<PresenceRow[]>`
    select u.id as "userId", u.last_active_at as "lastActiveAt",
           exists (select from social.presences p where p.user_id = u.id and p.until > ${now}) as "isOnline"
    from social.users u where u.id = any(${userIds}::uuid[])`;
}
