import type { Tx } from '../../platform/postgres/client/database.ts';

/** A one-time password that was issued beside the old one stops working. */
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

/** The same password under stronger parameters; not where it was changed meanwhile. */
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

/** True for the one who came first: two sign-ins at once cannot both use it. */
export async function clearOneTimePassword(tx: Tx, userId: string, passwordHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update accounts.users set one_time_password_hash = null, one_time_password_expires_at = null
    where id = ${userId} and one_time_password_hash = ${passwordHash} returning id`;
  return rows.length > 0;
}

/** Neither the password nor a one-time password counts any more. */
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
