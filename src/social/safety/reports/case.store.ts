import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** Locks a case, so that closing it waits for concurrent additions. Returns false if there is none. */
export async function lockCase(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`select from social.cases where user_id = ${userId} for update`;
  return rows.length === 1;
}

/** Ends a case without open reports or appeals. The case must be locked. */
export async function endCase(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`
    delete from social.cases where user_id = ${userId}
      and not exists (select from social.reports r where r.reported_id = ${userId} and r.closed_at is null)
      and not exists (select from social.appeals a where a.user_id = ${userId} and a.decided_at is null)`;
  return rows.count === 1;
}

/** Opens a case for an appeal. For reports a trigger does this. */
export async function upsertCase(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`
    insert into social.cases as c (user_id, opened_at) values (${userId}, ${now})
    on conflict (user_id) do update set opened_at = c.opened_at`;
}

/** Counts the cases that wait for a moderator, up to `limit`. Returns undefined before the first migration. */
export async function countCases(sql: Sql, limit: number): Promise<number | undefined> {
  const [known] = await sql<{ found: boolean }[]>`select to_regclass('social.cases') is not null as found`;
  if (!known?.found) return undefined;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select from social.cases limit ${limit}) as found`;
  return row?.count;
}
