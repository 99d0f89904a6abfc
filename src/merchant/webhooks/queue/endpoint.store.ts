import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

export interface EndpointRow {
  id: string;
  url: string;
  previous_secret_expires_at: Date | null;
  created_at: Date;
  disabled_at: Date | null;
}

/**
 * Locks the registration of endpoints of a PSP, so that simultaneous ones cannot exceed the limit, and returns their
 * number.
 */
export async function lockEndpointsOf(tx: Tx, pspId: number): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('merchant.webhook_endpoints', ${pspId}))`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from merchant.webhook_endpoints where psp_id = ${pspId} and deleted_at is null`;
  return row?.count ?? 0;
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: { id: string; pspId: number; url: string; sealedSecret: Buffer; createdAt: Date },
): Promise<void> {
  await tx`
    insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at)
    values (${endpoint.id}, ${endpoint.pspId}, ${endpoint.url}, ${endpoint.sealedSecret}, ${endpoint.createdAt})`;
}

export async function listEndpoints(sql: Sql, pspId: number): Promise<EndpointRow[]> {
  return sql<EndpointRow[]>`
    select id, url, previous_secret_expires_at, created_at, disabled_at
    from merchant.webhook_endpoints where psp_id = ${pspId} and deleted_at is null order by id`;
}

export async function lockEndpoint(tx: Tx, pspId: number, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx<EndpointRow[]>`
    select id, url, previous_secret_expires_at, created_at, disabled_at
    from merchant.webhook_endpoints where psp_id = ${pspId} and id = ${id} and deleted_at is null for update`;
  return row;
}

export async function replaceSecret(
  tx: Tx,
  id: string,
  sealedSecret: Buffer,
  previousExpiresAt: Date,
): Promise<void> {
  await tx`
    update merchant.webhook_endpoints
    set sealed_previous_secret = sealed_secret, previous_secret_expires_at = ${previousExpiresAt},
        sealed_secret = ${sealedSecret}
    where id = ${id}`;
}

export async function updateEndpoint(
  tx: Tx,
  id: string,
  url: string,
  disabledAt: Date | null,
): Promise<void> {
  await tx`
    update merchant.webhook_endpoints
    set url = ${url}, disabled_at = ${disabledAt}, failures = 0, revision = revision + 1
    where id = ${id}`;
}

/** Deletes the secrets at once and keeps the row for the log. */
export async function markDeleted(tx: Tx, pspId: number, id: string, deletedAt: Date): Promise<boolean> {
  const rows = await tx`
    update merchant.webhook_endpoints
    set deleted_at = ${deletedAt}, sealed_secret = '', sealed_previous_secret = null
    where psp_id = ${pspId} and id = ${id} and deleted_at is null returning id`;
  return rows.length > 0;
}

export interface AttemptedEndpoint {
  endpoint_id: string;
  /** The revision of the endpoint at the attempt. */
  revision: number;
}

/** Disables the endpoints that have not been changed since the attempts, and returns their ids. */
export async function markDisabled(
  tx: Tx,
  attempted: readonly AttemptedEndpoint[],
  disabledAt: Date,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update merchant.webhook_endpoints e set disabled_at = coalesce(e.disabled_at, ${disabledAt})
    from (select distinct * from unnest(
        ${attempted.map(({ endpoint_id }) => endpoint_id)}::uuid[],
        ${attempted.map(({ revision }) => revision)}::int[]) as a (id, revision)) attempted
    where e.id = attempted.id and e.revision = attempted.revision
    returning e.id`;
  return rows.map(({ id }) => id);
}

export async function deleteForgottenEndpoints(tx: Tx, before: Date): Promise<void> {
  await tx`delete from merchant.webhook_endpoints where deleted_at < ${before}`;
}
