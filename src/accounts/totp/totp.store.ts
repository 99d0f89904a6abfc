import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface TotpRow {
  sealed_secret: Buffer;
  confirmed_at: Date | null;
  last_step: bigint;
  /** The oldest first. */
  wrong_codes_at: Date[];
}

export async function isTotpConfirmed(sql: Sql | Tx, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from accounts.totp_secrets where user_id = ${userId} and confirmed_at is not null`;
  return rows.length > 0;
}

/** Locked: of two requests with one code, the second finds its step used. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpRow | undefined> {
  const [row] = await tx<TotpRow[]>`
    select sealed_secret, confirmed_at, last_step, wrong_codes_at
    from accounts.totp_secrets where user_id = ${userId} for update`;
  return row;
}

/** False where one is in use already. One that was begun and never confirmed is replaced. */
export async function insertTotp(tx: Tx, userId: string, sealedSecret: Buffer, now: Date): Promise<boolean> {
  const rows = await tx`
    insert into accounts.totp_secrets as known (user_id, sealed_secret, last_step, created_at)
    values (${userId}, ${sealedSecret}, 0, ${now})
    on conflict (user_id) do update
    set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = excluded.created_at,
      wrong_codes_at = '{}'
    where known.confirmed_at is null
    returning 1`;
  return rows.length > 0;
}

export async function confirmTotpSecret(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`update accounts.totp_secrets set confirmed_at = ${now} where user_id = ${userId}`;
}

export async function setLastStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx`update accounts.totp_secrets set last_step = ${step} where user_id = ${userId}`;
}

export async function setWrongCodes(tx: Tx, userId: string, at: readonly Date[]): Promise<void> {
  await tx`
    update accounts.totp_secrets set wrong_codes_at = ${at.map((each) => each.toISOString())}::timestamptz[]
    where user_id = ${userId}`;
}

export async function findLastWrongCode(sql: Sql, userId: string): Promise<Date | null | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select wrong_codes_at[cardinality(wrong_codes_at)] as at from accounts.totp_secrets where user_id = ${userId}`;
  return row?.at;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx`delete from accounts.recovery_codes where user_id = ${userId}`;
  await tx`
    insert into accounts.recovery_codes (user_id, code_hash, created_at)
    select ${userId}, code_hash, ${now} from unnest(${hashes}::bytea[]) as given (code_hash)`;
}

/** True once for each code, by any of the hashes that it may have. */
export async function markRecoveryCodeUsed(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update accounts.recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = any(${hashes}::bytea[]) and used_at is null returning 1`;
  return rows.length > 0;
}

export async function countRecoveryCodes(sql: Sql | Tx, userId: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from accounts.recovery_codes where user_id = ${userId} and used_at is null`;
  return row?.left ?? 0;
}

export async function deleteTotp(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.totp_secrets where user_id = ${userId}`;
  await tx`delete from accounts.recovery_codes where user_id = ${userId}`;
}
