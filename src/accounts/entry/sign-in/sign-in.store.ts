import type { Tx } from '../../../platform/postgres/client/database.ts';

export function setFirstSignedIn(tx: Tx, userId: string, now: Date): void {
  tx.defer(tx`
    update accounts.users set first_signed_in_at = ${now}
    where id = ${userId} and first_signed_in_at is null`);
}

export function clearEraseAt(tx: Tx, userId: string): void {
  tx.defer(tx`update accounts.users set erase_at = null where id = ${userId}`);
}
