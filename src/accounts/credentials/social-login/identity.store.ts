import type { Tx } from '../../../platform/postgres/client/database.ts';

/** Lists each issuer once, even if several identities of it belong to the account. */
export async function listIssuers(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ issuer: string }[]>`
    select distinct issuer from accounts.social_identities where user_id = ${userId} order by issuer`;
  return rows.map(({ issuer }) => issuer);
}

export interface NewIdentity {
  issuer: string;
  subject: string;
  userId: string;
  email: string | null;
  createdAt: Date;
}

/** Returns false if the identity belongs to an account already. */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<boolean> {
  const rows = await tx`
    insert into accounts.social_identities (issuer, subject, user_id, email, created_at)
    values (${identity.issuer}, ${identity.subject}, ${identity.userId}, ${identity.email}, ${identity.createdAt})
    on conflict do nothing returning user_id`;
  return rows.length > 0;
}

/**
 * Locks the user before it reads the identity. Otherwise a sign-in could succeed while a new password removes the
 * identity.
 */
export async function lockLinkedUser(tx: Tx, issuer: string, subject: string): Promise<string | undefined> {
  tx.defer(tx`
    select from accounts.users
    where id = (select user_id from accounts.social_identities where issuer = ${issuer} and subject = ${subject})
    for no key update`);
  const [row] = await tx<{ user_id: string }[]>`
    select user_id from accounts.social_identities where issuer = ${issuer} and subject = ${subject}`;
  return row?.user_id;
}

export async function deleteIdentitiesOf(tx: Tx, userId: string, issuers: readonly string[]): Promise<void> {
  await tx`delete from accounts.social_identities where user_id = ${userId} and issuer = any(${issuers}::text[])`;
}
