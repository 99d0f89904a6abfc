import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { ClientMetadata } from './client.rules.ts';

export interface ClientRow {
  id: string;
  secret_hash: Buffer | null;
  metadata: ClientMetadata;
  source: string;
  created_at: Date;
  changed_at: Date;
}

export async function findClient(sql: Sql | Tx, id: string): Promise<ClientRow | undefined> {
  const [row] = await sql<ClientRow[]>`
    select id, secret_hash, metadata, source, created_at, changed_at from accounts.oidc_clients where id = ${id}`;
  return row;
}

/** An installation has few applications. A list of more than this is cut. */
const mostClients = 1000;

export const listClients = async (sql: Sql | Tx): Promise<ClientRow[]> =>
  sql<ClientRow[]>`
    select id, secret_hash, metadata, source, created_at, changed_at from accounts.oidc_clients
    order by id limit ${mostClients}`;

/** Adds a client. Returns false if the id is in use. */
export async function insertClient(
  tx: Tx,
  client: Pick<ClientRow, 'id' | 'secret_hash' | 'metadata' | 'source'>,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into accounts.oidc_clients (id, secret_hash, metadata, source, created_at, changed_at)
    values (${client.id}, ${client.secret_hash}, ${tx.json(client.metadata)}, ${client.source}, ${now}, ${now})
    on conflict (id) do nothing`;
  return count > 0;
}

/** Adds or changes a client. Returns whether anything changed. */
export async function writeClient(
  tx: Tx,
  client: Pick<ClientRow, 'id' | 'secret_hash' | 'metadata' | 'source'>,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into accounts.oidc_clients as c (id, secret_hash, metadata, source, created_at, changed_at)
    values (${client.id}, ${client.secret_hash}, ${tx.json(client.metadata)}, ${client.source}, ${now}, ${now})
    on conflict (id) do update set secret_hash = excluded.secret_hash, metadata = excluded.metadata,
      source = excluded.source, changed_at = excluded.changed_at
    where (c.secret_hash, c.metadata, c.source) is distinct from
      (excluded.secret_hash, excluded.metadata, excluded.source)`;
  return count > 0;
}

export async function updateSecret(tx: Tx, id: string, secretHash: Buffer, now: Date): Promise<boolean> {
  const { count } = await tx`
    update accounts.oidc_clients set secret_hash = ${secretHash}, changed_at = ${now}
    where id = ${id} and secret_hash is not null`;
  return count > 0;
}

/** Deletes a client with its grants and tokens. */
export async function deleteClient(tx: Tx, id: string): Promise<boolean> {
  // Grants name their client only by this column, and their tokens name the grant.
  const { count } = await tx`delete from accounts.oidc_clients where id = ${id}`;
  return count > 0;
}
