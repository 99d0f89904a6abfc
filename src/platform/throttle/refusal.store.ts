import type { Sql, Tx } from '../postgres/client/database.ts';

/** A table that counts refusals next to an audit log, with the names of its columns. */
export interface RefusalTable {
  readonly schema: string;
  readonly table: string;
  readonly owner: string;
  readonly event: string;
}

export interface Refusal {
  /** Id of the row if this is its first refusal. */
  readonly id: string;
  readonly ownerId: string | null;
  readonly event: string;
  readonly address: string;
  readonly at: Date;
  /** Only for tables with these columns. */
  readonly details?: { readonly reason: string; readonly userAgent: string };
}

const hourMs = 3_600_000;
const noOwner = '00000000-0000-0000-0000-000000000000';

/** Number of networks with rows of their own per owner and hour. Concurrent requests may add a few more. */
export const mostNetworks = 50;

/** Counts refusals in one row per owner, network, hour and event, so that attackers cannot fill the audit log. */
export function countRefusal(tx: Tx, into: RefusalTable, refusal: Refusal): void {
  const { id, ownerId, event, address, at, details } = refusal;
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  const table = tx`${tx.identifier(into.schema)}.${tx.identifier(into.table)}`;
  const [ownerColumn, eventColumn] = [tx.identifier(into.owner), tx.identifier(into.event)];
  const reason = details && tx`${details.reason}::text`;
  tx.defer(tx`
    insert into ${table} as known
      (id, ${ownerColumn}, ${eventColumn}, address, hour, times, first_at, last_at
        ${details ? tx`, reasons, last_reason, user_agent` : tx``})
    select ${id}, ${ownerId}, ${event}, case when others.count < ${mostNetworks}::int then ${address} else '' end, ${hour},
      1, ${at}, ${at}
      ${details ? tx`, jsonb_build_object(${reason}, 1), ${reason}, ${details.userAgent}` : tx``}
    from (
      select count(distinct address) from ${table}
      where coalesce(${ownerColumn}, '00000000-0000-0000-0000-000000000000'::uuid) = ${ownerId ?? noOwner}
        and hour = ${hour} and address <> ${address} and address <> ''
    ) others
    on conflict (coalesce(${ownerColumn}, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, ${eventColumn})
    do update set times = known.times + 1, last_at = greatest(known.last_at, excluded.last_at)
      ${
        details
          ? tx`, last_reason = excluded.last_reason, user_agent = excluded.user_agent, reasons = known.reasons
            || jsonb_build_object(${reason}, coalesce((known.reasons ->> ${reason})::int, 0) + 1)`
          : tx``
      }`);
}

/** Deletes up to `limit` rows and returns their number. Skips locked rows. */
export async function deleteRefusalsBefore(
  sql: Sql,
  from: RefusalTable,
  before: Date,
  limit: number,
): Promise<number> {
  const table = sql`${sql.identifier(from.schema)}.${sql.identifier(from.table)}`;
  const deleted = await sql`
    delete from ${table} where id in (
      select id from ${table} where hour < ${before}
      order by hour limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
