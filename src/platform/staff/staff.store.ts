import type { Sql } from '../postgres/database.ts';

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
