import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface StaffRow {
  id: string;
  email: string;
  name: string;
  password_hash: string;
}

export async function findStaff(sql: Sql, email: string): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`
    select id, email, name, password_hash from platform.staff where lower(email) = lower(${email}) and disabled_at is null`;
  return row;
}

export async function isStaffActive(sql: Sql, staffId: string): Promise<boolean> {
  const rows = await sql`select from platform.staff where id = ${staffId} and disabled_at is null`;
  return rows.length === 1;
}

/** Also of those who are staff no more, or were before there was a console. */
export async function findStaffEmails(
  sql: Sql,
  staffIds: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return sql<{ id: string; email: string }[]>`
    select wanted.id, coalesce(s.email, p.email) as email
    from unnest(${staffIds}::uuid[]) as wanted (id)
    left join platform.staff s on s.id = wanted.id left join platform.people p on p.id = wanted.id
    where coalesce(s.email, p.email) is not null`;
}

export async function findFailures(sql: Sql, keys: readonly string[], since: Date): Promise<number> {
  const [row] = await sql<{ most: number | null }[]>`
    select max(failures) as most from social.staff_failures where key = any(${keys}::text[]) and since > ${since}`;
  return row?.most ?? 0;
}

export async function addFailures(
  sql: Sql,
  keys: readonly string[],
  window: { since: Date; now: Date },
): Promise<void> {
  await sql`
    insert into social.staff_failures as f (key, failures, since)
    select key, 1, ${window.now}::timestamptz from unnest(${keys}::text[]) as key order by key
    on conflict (key) do update set
      failures = case when f.since > ${window.since} then f.failures + 1 else 1 end,
      since = case when f.since > ${window.since} then f.since else excluded.since end`;
}

export async function deleteOldFailures(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from social.staff_failures where key in (
      select key from social.staff_failures where since < ${before}
      order by since limit ${limit} for update skip locked)`;
  return deleted.count;
}

export async function setPremium(sql: Sql | Tx, userId: string, isPremium: boolean): Promise<boolean> {
  const rows = await sql`update social.users set is_premium = ${isPremium} where id = ${userId}`;
  return rows.count === 1;
}
