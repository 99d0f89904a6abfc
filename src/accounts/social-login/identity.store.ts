import type { Tx } from '../../platform/postgres/client/database.ts';

/** Each once, also where several people at one provider lead to the account. */
export async function listIssuers(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ issuer: string }[]>`
    select distinct issuer from accounts.social_identities where user_id = ${userId} order by issuer`;
  return rows.map(({ issuer }) => issuer);
}

export async function deleteIdentitiesOf(tx: Tx, userId: string, issuers: readonly string[]): Promise<void> {
  await tx`delete from accounts.social_identities where user_id = ${userId} and issuer = any(${issuers}::text[])`;
}
