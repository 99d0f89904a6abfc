import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export function setEraseAt(tx: Tx, userId: string, eraseAt: Date | null): void {
  tx.defer(tx`update accounts.users set erase_at = ${eraseAt} where id = ${userId}`);
}

export async function findUsersToErase(sql: Sql, now: Date, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select id from accounts.users where erase_at <= ${now} order by erase_at limit ${limit}`;
}

/** Everything that belongs to the user goes with the row. Not where the erasure was taken back a moment ago. */
export async function deleteUser(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`delete from accounts.users where id = ${userId} and erase_at <= ${now} returning id`;
  return rows.length > 0;
}
