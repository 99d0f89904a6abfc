import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { ShownCustomer } from '../../customers/customer.rules.ts';
import type { EventFields } from '../queue/webhook.rules.ts';
import type { EventPlace } from './event.rules.ts';

/** The customer's fields are all null if no customer is known. */
export interface EventRow extends EventPlace, ShownCustomer {
  event: EventFields;
  event_type: string;
  event_sequence: bigint;
  occurred_at: Date;
}

/**
 * Lists events after `after`, oldest first, up to the oldest running transaction: later commits only add events behind
 * that. Transactions known to run in another database of the server are ignored. A standby does not know their
 * database, so this query needs the primary.
 */
export async function listEvents(
  sql: Tag,
  pspId: number,
  after: EventPlace,
  limit: number,
): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select e.era, e.position::text as position, e.id, e.event, e.event_type, e.event_sequence, e.occurred_at,
      coalesce(o.customer_reference_id, p.customer_reference_id) as customer_reference_id,
      coalesce(o.customer_first_name, p.customer_first_name) as customer_first_name,
      coalesce(o.customer_last_name, p.customer_last_name) as customer_last_name,
      coalesce(o.customer_email_address, p.customer_email_address) as customer_email_address,
      coalesce(o.customer_ip_address, p.customer_ip_address) as customer_ip_address
    from merchant.events e
    left join merchant.orders o on o.id = e.order_id
    left join merchant.payments p on e.order_id is null and p.id = e.payment_id
    where e.psp_id = ${pspId} and (e.era, e.position, e.id) > (${after.era}::integer, ${after.position}::xid8, ${after.id}::bigint)
      and (e.position < pg_snapshot_xmin(pg_current_snapshot()) or e.era < (select era from merchant.event_era)
        -- Looked at only where the above holds something back.
        or e.position < coalesce((
          select running.xid from pg_snapshot_xip(pg_current_snapshot()) running (xid)
          where not exists (
            select from pg_locks held join pg_stat_activity session using (pid)
            where held.locktype = 'transactionid' and held.mode = 'ExclusiveLock' and held.transactionid = running.xid::xid
              and session.datid <> (select oid from pg_database where datname = current_database()))
          order by 1 limit 1), pg_snapshot_xmax(pg_current_snapshot())))
    order by e.era, e.position, e.id limit ${limit}`;
}

/**
 * Begins a new era if events have transaction ids that this server never had, because the database was restored from
 * another server.
 */
export async function beginEraAfterRestore(sql: Sql): Promise<boolean> {
  const begun = await sql`
    update merchant.event_era current set era = current.era + 1
    where exists (
      select from merchant.psps p cross join lateral (
        select e.era, e.position from merchant.events e where e.psp_id = p.id
        order by e.era desc, e.position desc, e.id desc limit 1
      ) newest
      where newest.era = current.era and newest.position > pg_snapshot_xmax(pg_current_snapshot()))`;
  return begun.count > 0;
}

export async function listEventOwners(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from merchant.psps order by id`;
  return rows.map((row) => row.id);
}

/** Deletes by position, which is nearly the order of time. */
export async function deleteOldEvents(sql: Sql, pspId: number, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from merchant.events where (psp_id, era, position, id) in (
      select psp_id, era, position, id from (
        select psp_id, era, position, id, occurred_at from merchant.events where psp_id = ${pspId}
        order by era, position, id limit ${limit}
      ) oldest where occurred_at < ${before})`;
  return deleted.count;
}
