import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

export function setEraseAt(tx: Tx, userId: string, eraseAt: Date): void {
  tx.defer(tx`update accounts.users set erase_at = ${eraseAt} where id = ${userId}`);
}

export async function findUsersToErase(sql: Sql, now: Date, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select id from accounts.users where erase_at <= ${now} order by erase_at limit ${limit}`;
}

/** Locks a user who is due for erasure. Returns undefined if the erasure was just cancelled. */
export async function lockUserToErase(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ email_key: string | null; erase_at: Date } | undefined> {
  const [row] = await tx<{ email_key: string | null; erase_at: Date }[]>`
    select email_key, erase_at from accounts.users where id = ${userId} and erase_at <= ${now} for update`;
  return row;
}

/** Deletes the user. Foreign keys delete everything that belongs to the user. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.users where id = ${userId}`;
}
