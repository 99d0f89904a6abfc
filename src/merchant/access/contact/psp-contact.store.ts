import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';

export interface PspContact {
  /** E-mail address for customers. */
  support_address: string | null;
  shop_url: string | null;
  suspended_at: Date | null;
}

export async function findContact(sql: Tag, pspId: number): Promise<PspContact | undefined> {
  const [row] = await sql<PspContact[]>`
    select support_address, shop_url, suspended_at from merchant.psps where id = ${pspId}`;
  return row;
}

/** Returns false if the PSP does not exist. */
export async function updateContact(
  tx: Tx,
  pspId: number,
  { support_address: address, shop_url: url }: Pick<PspContact, 'support_address' | 'shop_url'>,
): Promise<boolean> {
  const rows = await tx`
    update merchant.psps set support_address = ${address}, shop_url = ${url} where id = ${pspId} returning id`;
  return rows.length > 0;
}
