import type { Tx } from '../../platform/postgres/client/database.ts';

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

export function insertUser(tx: Tx, user: NewUser): void {
  tx.defer(tx`
    insert into accounts.users (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash,
      password_changed_at, picture_url, language, created_at)
    values (${user.id}, ${user.email}, ${user.emailKey}, ${user.emailConfirmedAt}, ${user.firstName},
      ${user.lastName}, ${user.passwordHash}, ${user.passwordHash === null ? null : user.createdAt},
      ${user.pictureUrl}, ${user.language}, ${user.createdAt})`);
}
