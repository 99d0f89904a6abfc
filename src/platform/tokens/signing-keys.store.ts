import type { JWK } from 'jose';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Tag } from '../postgres/client/sql.ts';

export interface SigningKeyRow {
  kid: string;
  public_jwk: JWK;
  sealed_private_jwk: Buffer;
  signs_from: Date;
  /** Null for the newest key. */
  verifies_until: Date | null;
}

/** Finds the keys of a purpose, newest first. */
export async function findSigningKeys(sql: Tag, purpose: string, now: Date): Promise<SigningKeyRow[]> {
  return sql<SigningKeyRow[]>`
    select kid, public_jwk, sealed_private_jwk, signs_from, verifies_until from platform.signing_keys
    where purpose = ${purpose} and (verifies_until is null or verifies_until > ${now})
    order by signs_from desc, kid`;
}

/** Locks the purpose, so that two processes that start on a new database create only one key. */
export async function lockPurpose(tx: Tx, purpose: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`signing key ${purpose}`}, 0))`;
}

export async function insertSigningKey(
  tx: Tx,
  purpose: string,
  key: Omit<SigningKeyRow, 'verifies_until'> & { created_at: Date },
): Promise<void> {
  await tx`
    insert into platform.signing_keys (kid, purpose, public_jwk, sealed_private_jwk, signs_from, created_at)
    values (${key.kid}, ${purpose}, ${tx.json(key.public_jwk)}, ${key.sealed_private_jwk}, ${key.signs_from},
            ${key.created_at})`;
}

/** Sets the end of the earlier keys, after which all tokens they signed have expired. */
export async function retireSigningKeys(tx: Tx, purpose: string, verifiesUntil: Date): Promise<void> {
  await tx`
    update platform.signing_keys set verifies_until = ${verifiesUntil}
    where purpose = ${purpose} and verifies_until is null`;
}

/**
 * Returns the newest seal of each service. Uses only columns that every version has; returns none before the first
 * migration.
 */
export async function listNewestSeals(
  sql: Sql,
  services: readonly string[],
): Promise<{ purpose: string; sealed_private_jwk: Buffer }[]> {
  const [known] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.signing_keys') is not null as found`;
  if (!known?.found) return [];
  return sql<{ purpose: string; sealed_private_jwk: Buffer }[]>`
    select purpose, sealed_private_jwk from platform.signing_keys
    where verifies_until is null and split_part(purpose, ' ', 1) = any(${services}::text[])
    order by purpose, kid`;
}

/** Lists the purposes of a service: all that begin with its name. */
export async function listPurposes(sql: Sql, service: string): Promise<string[]> {
  const rows = await sql<{ purpose: string }[]>`
    select distinct purpose from platform.signing_keys
    where purpose = ${service} or starts_with(purpose, ${`${service} `}) order by purpose`;
  return rows.map((row) => row.purpose);
}
