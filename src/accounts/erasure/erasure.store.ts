import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export function setEraseAt(tx: Tx, userId: string, eraseAt: Date | null): void {
  tx.defer(tx`update accounts.users set erase_at = ${eraseAt} where id = ${userId}`);
}

export async function findUsersToErase(sql: Sql, now: Date, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select id from accounts.users where erase_at <= ${now} order by erase_at limit ${limit}`;
}

/** Nobody where the erasure was taken back a moment ago. */
export async function lockUserToErase(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ email_key: string | null; erase_at: Date } | undefined> {
  const [row] = await tx<{ email_key: string | null; erase_at: Date }[]>`
    select email_key, erase_at from accounts.users where id = ${userId} and erase_at <= ${now} for update`;
  return row;
}

/** Everything that belongs to the user goes with the row. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.users where id = ${userId}`;
}
