import type { Tx } from '../../../platform/postgres/client/database.ts';

export interface NewUser {
  id: string;
  email: string;
  emailKey: string | null;
  emailConfirmedAt: Date | null;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  pictureUrl: string | null;
  language: string;
  createdAt: Date;
}

/** Inserts a user and deletes an account with the same address that is due for erasure. */
export function insertUser(tx: Tx, user: NewUser): void {
  tx.defer(
    tx`delete from accounts.users where email_key = ${user.emailKey} and erase_at <= ${user.createdAt}`,
  );
  tx.defer(tx`
    insert into accounts.users (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash,
      password_changed_at, picture_url, language, created_at)
    values (${user.id}, ${user.email}, ${user.emailKey}, ${user.emailConfirmedAt}, ${user.firstName},
      ${user.lastName}, ${user.passwordHash}, ${user.passwordHash === null ? null : user.createdAt},
      ${user.pictureUrl}, ${user.language}, ${user.createdAt})`);
}

/** Deletes the account of a social identity if it is due for erasure, so that the identity can be used again. */
export function forgetIdentityOwnerDue(
  tx: Tx,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
): void {
  tx.defer(tx`
    delete from accounts.users
    where erase_at <= ${now}
      and id = (select user_id from accounts.social_identities where issuer = ${issuer} and subject = ${subject})`);
}
