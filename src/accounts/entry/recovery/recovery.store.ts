import type { Tx } from '../../../platform/postgres/client/database.ts';

/** Marks the address as confirmed. A recovery proves access to the mailbox as a confirmation does. */
export async function confirmEmail(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`
    update accounts.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}) where id = ${userId}`;
}
