import { type Language, languages } from '../../platform/http/language.ts';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { findRowByEmailKey, findRowById, isTotpConfirmed, lockRow, type UserRow } from './user.store.ts';

/**
 * A user as all features see it. From the time on at which the erasure is due, a user is no longer found, even if the
 * rows still exist. Updates of a column are in the store of the feature that owns it.
 */
export interface User {
  readonly id: string;
  readonly email: string;
  /** The normalized address. Null if a social login only stated the address, which may belong to another person. */
  readonly emailKey: string | null;
  readonly emailConfirmedAt: Date | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Null for users with social logins only. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly oneTimePasswordHash: Buffer | null;
  readonly oneTimePasswordExpiresAt: Date | null;
  readonly pictureName: string | null;
  /** URL of a social user's picture on another server. */
  readonly pictureUrl: string | null;
  readonly language: Language;
  readonly eraseAt: Date | null;
  /** Null before the first sign-in, and for first sign-ins before this column existed. */
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

/** Returns the user after waiting for transactions that hold the lock. */
export async function lockUser(tx: Tx, id: string, now: Date): Promise<User | undefined> {
  return toUser(await lockRow(tx, id, now));
}

export const hasTotp = (sql: Sql | Tx, userId: string): Promise<boolean> => isTotpConfirmed(sql, userId);

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

/** Returns the stored language, or English if it is not supported. */
export const readStoredLanguage = (text: string): Language =>
  languages.find((language) => language === text) ?? 'en';
