import type { Sql, Tx } from '../postgres/client/database.ts';

/** A user of accounts or a person of the console, with the tables of their secret and recovery codes. */
export interface TotpOwner {
  readonly kind: 'accounts' | 'console';
  readonly id: string;
  readonly schema: string;
  readonly secrets: string;
  readonly recoveryCodes: string;
  /** Column with the owner's id in both tables. */
  readonly column: string;
  readonly sealPurpose: string;
}

export interface TotpRow {
  sealed_secret: Buffer;
  confirmed_at: Date | null;
  last_step: bigint;
  /** Oldest first. */
  wrong_codes_at: Date[];
}

const secrets = (sql: Sql | Tx, { schema, secrets: table }: TotpOwner) =>
  sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
const codes = (sql: Sql | Tx, { schema, recoveryCodes: table }: TotpOwner) =>
  sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
const isOwn = (sql: Sql | Tx, { column, id }: TotpOwner) => sql`${sql.identifier(column)} = ${id}`;

/** Locks the row, so that the second of two requests with one code finds its step used. */
export async function lockTotp(tx: Tx, owner: TotpOwner): Promise<TotpRow | undefined> {
  const [row] = await tx<TotpRow[]>`
    select sealed_secret, confirmed_at, last_step, wrong_codes_at from ${secrets(tx, owner)}
    where ${isOwn(tx, owner)} for update`;
  return row;
}

/** Records the used step. The first code of a secret confirms it. */
export async function setLastStep(tx: Tx, owner: TotpOwner, step: number, now: Date): Promise<void> {
  await tx`
    update ${secrets(tx, owner)} set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    where ${isOwn(tx, owner)}`;
}

export async function setWrongCodes(tx: Tx, owner: TotpOwner, at: readonly Date[]): Promise<void> {
  await tx`
    update ${secrets(tx, owner)} set wrong_codes_at = ${at.map((each) => each.toISOString())}::timestamptz[]
    where ${isOwn(tx, owner)}`;
}

export async function findLastWrongCode(sql: Sql, owner: TotpOwner): Promise<Date | null | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select wrong_codes_at[cardinality(wrong_codes_at)] as at from ${secrets(sql, owner)}
    where ${isOwn(sql, owner)}`;
  return row?.at;
}

export async function deleteTotp(tx: Tx, owner: TotpOwner): Promise<void> {
  await tx`delete from ${secrets(tx, owner)} where ${isOwn(tx, owner)}`;
}

/** Replaces the recovery codes. Without hashes the owner has none. */
export async function replaceRecoveryCodes(
  tx: Tx,
  owner: TotpOwner,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx`delete from ${codes(tx, owner)} where ${isOwn(tx, owner)}`;
  await tx`
    insert into ${codes(tx, owner)} (${tx.identifier(owner.column)}, code_hash, created_at)
    select ${owner.id}, code_hash, ${now} from unnest(${hashes}::bytea[]) as given (code_hash)`;
}

/** Marks a code as used, by any hash that it may have. Returns true only the first time. */
export async function markRecoveryCodeUsed(
  tx: Tx,
  owner: TotpOwner,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update ${codes(tx, owner)} set used_at = ${now}
    where ${isOwn(tx, owner)} and code_hash = any(${hashes}::bytea[]) and used_at is null returning 1`;
  return rows.length > 0;
}

export async function countRecoveryCodes(sql: Sql | Tx, owner: TotpOwner): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from ${codes(sql, owner)} where ${isOwn(sql, owner)} and used_at is null`;
  return row?.left ?? 0;
}
