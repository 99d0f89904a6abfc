import type { Sql } from '../postgres/client/database.ts';

export interface NewStaff {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  createdAt: Date;
}

export async function insertStaff(sql: Sql, staff: NewStaff): Promise<void> {
  await sql`
    insert into platform.staff (id, email, name, password_hash, created_at)
    values (${staff.id}, ${staff.email}, ${staff.name}, ${staff.passwordHash}, ${staff.createdAt})`;
}

/** Disabling somebody again changes nothing. False where no member of staff has this address. */
export async function disableStaff(sql: Sql, email: string, now: Date): Promise<boolean> {
  const rows = await sql`
    update platform.staff set disabled_at = coalesce(disabled_at, ${now}) where lower(email) = lower(${email})`;
  return rows.count === 1;
}
