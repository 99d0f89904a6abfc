import type { Language } from '../../platform/http/language.ts';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { readStoredLanguage } from './stored-language.ts';
import { findRowByEmailKey, findRowById, lockRow, type UserRow } from './user.store.ts';

/**
 * A user as every feature knows one. From the moment on at which the erasure is due, nobody is found any more, whether or
 * not the rows are gone yet. What changes a column is in the store of the feature that governs it.
 */
export interface User {
  readonly id: string;
  /** As its owner writes it. */
  readonly email: string;
  /** As it is compared; null where a social login only states the address, which may be somebody else's. */
  readonly emailKey: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Null for people who only use social login. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly oneTimePasswordHash: Buffer | null;
  readonly oneTimePasswordExpiresAt: Date | null;
  readonly pictureName: string | null;
  /** Where the picture of a social user lies elsewhere. */
  readonly pictureUrl: string | null;
  readonly language: Language;
  /** Null where nobody has asked for the erasure. */
  readonly eraseAt: Date | null;
  /** Null before the first sign-in, and where it was before this was noted. */
  readonly firstSignedInAt: Date | null;
}

export async function findUserById(sql: Sql | Tx, id: string, now: Date): Promise<User | undefined> {
  return toUser(await findRowById(sql, id, now));
}

export async function findUserByEmailKey(
  sql: Sql | Tx,
  emailKey: string,
  now: Date,
): Promise<User | undefined> {
  return toUser(await findRowByEmailKey(sql, emailKey, now));
}

/** As the user is once everybody before has committed. */
export async function lockUser(tx: Tx, id: string, now: Date): Promise<User | undefined> {
  return toUser(await lockRow(tx, id, now));
}

const toUser = (row: UserRow | undefined): User | undefined =>
  row && {
    id: row.id,
    email: row.email,
    emailKey: row.email_key,
    emailConfirmedAt: row.email_confirmed_at,
    firstName: row.first_name,
    lastName: row.last_name,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    oneTimePasswordHash: row.one_time_password_hash,
    oneTimePasswordExpiresAt: row.one_time_password_expires_at,
    pictureName: row.picture_name,
    pictureUrl: row.picture_url,
    language: readStoredLanguage(row.language),
    eraseAt: row.erase_at,
    firstSignedInAt: row.first_signed_in_at,
  };
