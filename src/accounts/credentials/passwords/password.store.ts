import type { Tx } from '../../../platform/postgres/client/database.ts';

/** Sets the password and deletes a one-time password that was issued for the old one. */
export async function updatePasswordHash(
  tx: Tx,
  userId: string,
  passwordHash: string,
  changedAt: Date,
): Promise<void> {
  await tx`
    update accounts.users
    set password_hash = ${passwordHash}, password_changed_at = ${changedAt}, one_time_password_hash = null,
      one_time_password_expires_at = null
    where id = ${userId}`;
}

/** Stores a stronger hash of the same password, unless the password was changed in the meantime. */
export async function replacePasswordHash(
  tx: Tx,
  userId: string,
  before: string,
  after: string,
): Promise<void> {
  await tx`
    update accounts.users set password_hash = ${after} where id = ${userId} and password_hash = ${before}`;
}

export async function setOneTimePassword(
  tx: Tx,
  userId: string,
  passwordHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await tx`
    update accounts.users
    set one_time_password_hash = ${passwordHash}, one_time_password_expires_at = ${expiresAt}
    where id = ${userId}`;
}

/** Deletes the one-time password. Returns false if another sign-in has just used it. */
export async function clearOneTimePassword(tx: Tx, userId: string, passwordHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update accounts.users set one_time_password_hash = null, one_time_password_expires_at = null
    where id = ${userId} and one_time_password_hash = ${passwordHash} returning id`;
  return rows.length > 0;
}

export async function clearPasswords(tx: Tx, userId: string, changedAt: Date): Promise<void> {
  await tx`
    update accounts.users
    set password_hash = null, password_changed_at = ${changedAt}, one_time_password_hash = null,
      one_time_password_expires_at = null
    where id = ${userId}`;
}

export async function clearAnyOneTimePassword(tx: Tx, userId: string): Promise<void> {
  await tx`
    update accounts.users set one_time_password_hash = null, one_time_password_expires_at = null
    where id = ${userId}`;
}
