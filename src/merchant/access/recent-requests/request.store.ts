import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { RecentRequest } from './recent-request.rules.ts';

export interface RequestRow {
  client_id: string;
  failed: boolean;
  id: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  request_id: string;
  at: Date;
}

export async function insertRequests(
  sql: Sql,
  requests: readonly (RecentRequest & { readonly id: string })[],
): Promise<void> {
  await sql`
    insert into merchant.recent_requests (client_id, failed, id, method, path, status, code, request_id, at)
    select client_id, status >= 400, id, method, path, status, code, request_id, at
    from unnest(
      ${requests.map(({ clientId }) => clientId)}::text[], ${requests.map(({ id }) => id)}::uuid[],
      ${requests.map(({ method }) => method)}::text[], ${requests.map(({ path }) => path)}::text[],
      ${requests.map(({ status }) => status)}::smallint[], ${requests.map(({ code }) => code)}::text[],
      ${requests.map(({ requestId }) => requestId)}::text[],
      ${requests.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[]
    ) as given (client_id, id, method, path, status, code, request_id, at)`;
}

/** Deletes all but the newest failed and the newest other requests of each credential. */
export async function deleteSurplus(sql: Sql, clientIds: readonly string[], kept: number): Promise<void> {
  await sql`
    delete from merchant.recent_requests r
    using unnest(${clientIds}::text[]) as c (client_id), (values (false), (true)) as k (failed)
    where r.client_id = c.client_id and r.failed = k.failed and r.id <= (
      select n.id from merchant.recent_requests n
      where n.client_id = c.client_id and n.failed = k.failed
      order by n.id desc offset ${kept} limit 1)`;
}

/** Newest first. Each credential gives at most a page by its own index; the pages are merged. */
export async function listRequests(
  sql: Sql,
  filter: { pspId: number; clientId: string | null; onlyFailed: boolean; limit: number },
): Promise<RequestRow[]> {
  const { pspId, clientId, onlyFailed, limit } = filter;
  return sql<RequestRow[]>`
    select r.client_id, r.failed, r.id, r.method, r.path, r.status, r.code, r.request_id, r.at
    from merchant.credentials c
    cross join (values (false), (true)) as k (failed)
    cross join lateral (
      select * from merchant.recent_requests n
      where n.client_id = c.client_id and n.failed = k.failed
      order by n.id desc limit ${limit}
    ) r
    where c.psp_id = ${pspId} and (${clientId}::text is null or c.client_id = ${clientId})
      and (k.failed or not ${onlyFailed})
    order by r.id desc limit ${limit}`;
}
