import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

export interface StaffRow {
  id: string;
  email: string;
  name: string;
  password_hash: string;
}

export async function findStaff(sql: Sql | Tx, email: string): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`
    select id, email, name, password_hash from platform.staff where lower(email) = lower(${email}) and disabled_at is null`;
  return row;
}

export async function findActiveStaff(sql: Sql, staffId: string): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`
    select id, email, name, password_hash from platform.staff where id = ${staffId} and disabled_at is null`;
  return row;
}

/** Includes former staff, and people who have only a console account. */
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

export async function setPremium(sql: Sql | Tx, userId: string, isPremium: boolean): Promise<boolean> {
  const rows = await sql`update social.users set is_premium = ${isPremium} where id = ${userId}`;
  return rows.count === 1;
}
