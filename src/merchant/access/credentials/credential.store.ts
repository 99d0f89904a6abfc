import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Actor } from '../audit/audit.rules.ts';
import type { Scope } from './scope.rules.ts';

export interface PspRow {
  id: number;
  name: string;
  created_at: Date;
  suspended_at: Date | null;
  credentials: { client_id: string; created_at: string; revoked_at: string | null }[];
}

export async function insertPsp(tx: Tx, name: string, createdAt: Date): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into merchant.psps (name, created_at) values (${name}, ${createdAt}) returning id`;
  return row?.id ?? 0;
}

/** Name, scopes and allowed networks of a credential. An empty list of networks allows all. */
export interface CredentialTerms {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
}

export async function insertCredential(
  tx: Tx,
  credential: {
    clientId: string;
    pspId: number;
    secretHash: Buffer;
    createdAt: Date;
    holder: Actor | null;
  } & CredentialTerms,
): Promise<void> {
  await tx`
    insert into merchant.credentials (client_id, psp_id, secret_hash, created_at, name, scopes, networks, holders)
    values (${credential.clientId}, ${credential.pspId}, ${credential.secretHash}, ${credential.createdAt},
      ${credential.name}, ${credential.scopes}::text[], ${credential.networks}::text[],
      array_remove(array[${credential.holder}::text], null))`;
}

export interface CredentialRow {
  client_id: string;
  name: string;
  scopes: Scope[];
  networks: string[];
  created_at: Date;
  revoked_at: Date | null;
}

/** Lists usable credentials before revoked ones, each newest first. */
export async function listCredentials(sql: Sql, pspId: number): Promise<CredentialRow[]> {
  return sql<CredentialRow[]>`
    select client_id, name, scopes, networks, created_at, revoked_at from merchant.credentials
    where psp_id = ${pspId} order by revoked_at is not null, created_at desc, client_id`;
}

/** Changes the terms and invalidates existing tokens, which contain the old scopes. */
export async function updateTerms(tx: Tx, clientId: string, terms: CredentialTerms): Promise<boolean> {
  const rows = await tx`
    update merchant.credentials
    set name = ${terms.name}, scopes = ${terms.scopes}::text[], networks = ${terms.networks}::text[],
      version = version + 1
    where client_id = ${clientId} and revoked_at is null returning client_id`;
  return rows.length > 0;
}

export async function listPsps(sql: Sql): Promise<PspRow[]> {
  return sql<PspRow[]>`
    select p.id, p.name, p.created_at, p.suspended_at,
      coalesce(
        (select json_agg(json_build_object(
           'client_id', c.client_id, 'created_at', c.created_at, 'revoked_at', c.revoked_at) order by c.created_at)
         from merchant.credentials c where c.psp_id = p.id), '[]') as credentials
    from merchant.psps p order by p.id`;
}

export async function pspExists(sql: Tag, pspId: number): Promise<boolean> {
  const rows = await sql`select 1 from merchant.psps where id = ${pspId}`;
  return rows.length > 0;
}

/** Returns false if the PSP does not exist. A second suspension keeps the time of the first. */
export async function setSuspended(tx: Tx, pspId: number, suspendedAt: Date | null): Promise<boolean> {
  const rows = await tx`
    update merchant.psps
    set suspended_at = case when ${suspendedAt}::timestamptz is null then null else coalesce(suspended_at, ${suspendedAt}) end
    where id = ${pspId} returning id`;
  return rows.length > 0;
}

export async function revokeCredential(tx: Tx, clientId: string, revokedAt: Date): Promise<boolean> {
  const rows = await tx`
    update merchant.credentials set revoked_at = coalesce(revoked_at, ${revokedAt})
    where client_id = ${clientId} returning client_id`;
  return rows.length > 0;
}

/** Returns false if the credential does not exist or was revoked. */
export async function replaceSecret(
  tx: Tx,
  clientId: string,
  secretHash: Buffer,
  holder: Actor | null,
): Promise<boolean> {
  const rows = await tx`
    update merchant.credentials
    set secret_hash = ${secretHash}, version = version + 1,
      holders = array_remove(array_remove(holders, ${holder}::text) || ${holder}::text, null)
    where client_id = ${clientId} and revoked_at is null returning client_id`;
  return rows.length > 0;
}

/** Returns the people who were shown one of its secrets, past or present. */
export async function selectHolders(sql: Tag, clientId: string): Promise<string[]> {
  const [row] = await sql<{ holders: string[] }[]>`
    select holders from merchant.credentials where client_id = ${clientId}`;
  return row?.holders ?? [];
}

/** A credential that can sign in: it is not revoked and its PSP is not suspended. */
export interface ActiveCredential {
  client_id: string;
  psp_id: number;
  secret_hash: Buffer;
  version: number;
  scopes: Scope[];
  networks: string[];
}

export async function listActiveCredentials(sql: Sql): Promise<ActiveCredential[]> {
  return sql<ActiveCredential[]>`
    select c.client_id, c.psp_id, c.secret_hash, c.version, c.scopes, c.networks
    from merchant.credentials c join merchant.psps p on p.id = c.psp_id
    where c.revoked_at is null and p.suspended_at is null`;
}

export async function findActiveCredential(
  sql: Sql,
  clientId: string,
): Promise<ActiveCredential | undefined> {
  const [row] = await sql<ActiveCredential[]>`
    select c.client_id, c.psp_id, c.secret_hash, c.version, c.scopes, c.networks
    from merchant.credentials c join merchant.psps p on p.id = c.psp_id
    where c.client_id = ${clientId} and c.revoked_at is null and p.suspended_at is null`;
  return row;
}

export async function readRevision(sql: Sql): Promise<bigint> {
  const [row] = await sql<{ revision: bigint }[]>`select revision from merchant.credential_revision`;
  return row?.revision ?? 0n;
}

/** Inserts the PSP of the sandbox with its published number and name. Returns false if it exists. */
export async function insertKnownPsp(tx: Tx, pspId: number, name: string, createdAt: Date): Promise<boolean> {
  const rows = await tx`
    insert into merchant.psps (id, name, created_at) values (${pspId}, ${name}, ${createdAt})
    on conflict (id) do nothing returning id`;
  if (rows.length === 0) return false;
  await tx`select setval('merchant.psp_ids', greatest((select max(id) from merchant.psps), 1))`;
  return true;
}
