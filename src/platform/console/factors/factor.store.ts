import type { Sql, Tx } from '../../postgres/client/database.ts';

export interface TotpRow {
  sealed_secret: Buffer;
  confirmed_at: Date | null;
  last_step: bigint;
  session_id: string;
  /** The oldest first. */
  wrong_codes_at: Date[];
}

/** Locked: of two requests with one code, the second finds its step used. */
export async function lockTotp(tx: Tx, personId: string): Promise<TotpRow | undefined> {
  const [row] = await tx<TotpRow[]>`
    select sealed_secret, confirmed_at, last_step, session_id, wrong_codes_at from platform.person_totp
    where person_id = ${personId} for update`;
  return row;
}

/**
 * What this session began before is kept: a page that is drawn again, or in a second tab, shows the same secret.
 * Another session's is replaced. Nothing where one is in use.
 */
export async function beginTotpRow(
  tx: Tx,
  personId: string,
  sessionId: string,
  sealedSecret: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await tx<{ sealed_secret: Buffer; confirmed_at: Date | null }[]>`
    insert into platform.person_totp as known (person_id, sealed_secret, last_step, session_id, created_at)
    values (${personId}, ${sealedSecret}, 0, ${sessionId}, ${now})
    on conflict (person_id) do update set
      sealed_secret = case when known.confirmed_at is null and known.session_id <> excluded.session_id
        then excluded.sealed_secret else known.sealed_secret end,
      session_id = case when known.confirmed_at is null then excluded.session_id else known.session_id end
    returning sealed_secret, confirmed_at`;
  return row?.confirmed_at ? undefined : row?.sealed_secret;
}

export async function setLastStep(tx: Tx, personId: string, step: number, confirmedAt: Date): Promise<void> {
  await tx`
    update platform.person_totp set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${confirmedAt})
    where person_id = ${personId}`;
}

export async function setWrongCodes(tx: Tx, personId: string, at: readonly Date[]): Promise<void> {
  await tx`
    update platform.person_totp set wrong_codes_at = ${at.map((each) => each.toISOString())}::timestamptz[]
    where person_id = ${personId}`;
}

export async function findLastWrongCode(sql: Sql, personId: string): Promise<Date | null | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select wrong_codes_at[cardinality(wrong_codes_at)] as at
    from platform.person_totp where person_id = ${personId}`;
  return row?.at;
}

export async function deleteTotp(tx: Tx, personId: string): Promise<void> {
  await tx`delete from platform.person_totp where person_id = ${personId}`;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  personId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx`delete from platform.person_recovery_codes where person_id = ${personId}`;
  await tx`
    insert into platform.person_recovery_codes (person_id, code_hash, created_at)
    select ${personId}, code_hash, ${now} from unnest(${hashes}::bytea[]) as given (code_hash)`;
}

/** True once for each code, by any of the hashes that it may have. */
export async function useRecoveryCodeRow(
  tx: Tx,
  personId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update platform.person_recovery_codes set used_at = ${now}
    where person_id = ${personId} and code_hash = any(${hashes}::bytea[]) and used_at is null returning 1`;
  return rows.length > 0;
}

export async function countRecoveryCodes(sql: Sql | Tx, personId: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from platform.person_recovery_codes
    where person_id = ${personId} and used_at is null`;
  return row?.left ?? 0;
}

export async function hasFactor(tx: Sql | Tx, personId: string): Promise<boolean> {
  const [row] = await tx<{ has: boolean }[]>`
    select exists (select from platform.person_totp where person_id = ${personId} and confirmed_at is not null)
      or exists (select from platform.person_passkeys where person_id = ${personId}) as has`;
  return row?.has ?? false;
}
