import { firstIdAt } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Attempt, DeliveryStatus, EventFields, QueuedEvent } from './webhook.rules.ts';

export interface NewEvent {
  pspId: number;
  /** Null for a payment without an order, which then has only this event. */
  orderId: string | null;
  paymentId: string | null;
  eventType: string;
  event: EventFields;
  occurredAt: Date;
  /** The trace that the receiver is told, if there is one. */
  traceparent: string | null;
  /** As many ids as a PSP may have endpoints. */
  ids: readonly string[];
}

/**
 * Stores an event and its deliveries to all endpoints of the PSP in one statement. The caller's lock on the order puts
 * its events in order; the table's migration explains `position`. The stored event has no customer data.
 */
export function insertEvent(tx: Tx, input: NewEvent): void {
  const recorded = { ...input.event, customer_details: null };
  tx.defer(tx`
    with endpoints as (
      select id, row_number() over (order by id) as position from merchant.webhook_endpoints
      where psp_id = ${input.pspId} and deleted_at is null and disabled_at is null
    ), counted as (${input.orderId === null ? tx`select 1::bigint as last_sequence` : countOrderEvent(tx, input.orderId, input.occurredAt)}
    ), recorded as (
      insert into merchant.events
        (psp_id, era, position, order_id, payment_id, event_type, event_sequence, occurred_at, event)
      select ${input.pspId}::int, (select era from merchant.event_era),
        greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot())), ${input.orderId}::uuid,
        ${input.paymentId}::uuid, ${input.eventType}, c.last_sequence, ${input.occurredAt}::timestamptz,
        ${tx.json(recorded)}::json
      from counted c
    )
    insert into merchant.webhook_deliveries
      (psp_id, id, endpoint_id, order_id, payment_id, event_type, event_sequence, occurred_at, event, status, due_at,
       traceparent)
    select ${input.pspId}::int, (${input.ids}::uuid[])[e.position], e.id, ${input.orderId}::uuid,
      ${input.paymentId}::uuid, ${input.eventType}, c.last_sequence, ${input.occurredAt}::timestamptz, ${tx.json(input.event)}::json, 'PENDING',
      ${input.occurredAt}::timestamptz, ${input.traceparent}::text
    from endpoints e cross join counted c`);
}

const countOrderEvent = (tx: Tx, orderId: string, occurredAt: Date) => tx`
      insert into merchant.webhook_order_sequences as s (order_id, last_sequence, updated_at)
      values (${orderId}::uuid, 1, ${occurredAt}::timestamptz)
      on conflict (order_id) do update set last_sequence = s.last_sequence + 1, updated_at = excluded.updated_at
      returning last_sequence`;

export async function insertTestDelivery(
  tx: Tx,
  input: {
    pspId: number;
    id: string;
    endpointId: string;
    eventType: string;
    event: EventFields;
    occurredAt: Date;
  },
): Promise<void> {
  await tx`
    insert into merchant.webhook_deliveries
      (psp_id, id, endpoint_id, event_type, occurred_at, event, status, due_at)
    values (${input.pspId}, ${input.id}, ${input.endpointId}, ${input.eventType}, ${input.occurredAt},
      ${tx.json(input.event)}, 'PENDING', ${input.occurredAt})`;
}

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  url: string;
  /** True if the endpoint is deleted or disabled. */
  endpoint_ended: boolean;
  order_id: string | null;
  event_type: string;
  event_sequence: bigint | null;
  occurred_at: Date;
  status: DeliveryStatus;
  due_at: Date;
  attempts: Attempt[];
}

const columns = (tag: Sql | Tx) => tag`
  d.id, d.endpoint_id, e.url, (e.deleted_at is not null or e.disabled_at is not null) as endpoint_ended,
  d.order_id, d.event_type, d.event_sequence, d.occurred_at, d.status, d.due_at, d.attempts`;

/** Lists deliveries, newest first. */
export async function listDeliveries(
  sql: Sql,
  filter: {
    pspId: number;
    orderId: string | undefined;
    status: DeliveryStatus | undefined;
    before: string | undefined;
    limit: number;
  },
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select ${columns(sql)}
    from merchant.webhook_deliveries d join merchant.webhook_endpoints e on e.id = d.endpoint_id
    where d.psp_id = ${filter.pspId}
      ${filter.orderId === undefined ? sql`` : sql`and d.order_id = ${filter.orderId}`}
      ${filter.status === undefined ? sql`` : ofStatus(sql, filter.status)}
      ${filter.before === undefined ? sql`` : sql`and d.id < ${filter.before}`}
    order by d.id desc limit ${filter.limit}`;
}

/** Each status is a literal, because a partial index needs a condition that the planner can read. */
function ofStatus(sql: Sql, status: DeliveryStatus) {
  switch (status) {
    case 'PENDING':
      return sql`and d.status = 'PENDING'`;
    case 'DELIVERED':
      return sql`and d.status = 'DELIVERED'`;
    case 'FAILED':
      return sql`and d.status = 'FAILED'`;
    case 'CANCELLED':
      return sql`and d.status = 'CANCELLED'`;
  }
}

export type WholeDelivery = DeliveryRow & QueuedEvent;

export async function findDelivery(sql: Sql, pspId: number, id: string): Promise<WholeDelivery | undefined> {
  const [row] = await sql<WholeDelivery[]>`
    select ${columns(sql)}, d.event
    from merchant.webhook_deliveries d join merchant.webhook_endpoints e on e.id = d.endpoint_id
    where d.psp_id = ${pspId} and d.id = ${id}`;
  return row;
}

export interface DayCount {
  /** For example 2027-03-01. */
  day: string;
  status: DeliveryStatus;
  count: number;
}

/**
 * Counts deliveries by the day in their ids. The total uses the primary key, and the undelivered ones their partial
 * index, so that no rows are read.
 */
export async function countDeliveriesByDay(sql: Sql, pspId: number, leastId: string): Promise<DayCount[]> {
  return sql<DayCount[]>`
    with others as (
      select to_char(uuid_extract_timestamp(id) at time zone 'UTC', 'YYYY-MM-DD') as day, status,
        count(*)::int as count
      from merchant.webhook_deliveries
      where psp_id = ${pspId} and id >= ${leastId} and status <> 'DELIVERED' group by 1, 2
    ), every as (
      select to_char(uuid_extract_timestamp(id) at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
      from merchant.webhook_deliveries where psp_id = ${pspId} and id >= ${leastId} group by 1
    )
    select day, status, count from others
    union all
    select e.day, 'DELIVERED', (e.count - coalesce((select sum(o.count) from others o where o.day = e.day), 0))::int
    from every e
    order by 1, 2`;
}

export async function lockDelivery(tx: Tx, pspId: number, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await tx<DeliveryRow[]>`
    select ${columns(tx)}
    from merchant.webhook_deliveries d join merchant.webhook_endpoints e on e.id = d.endpoint_id
    where d.psp_id = ${pspId} and d.id = ${id} for update of d`;
  return row;
}

/** Failed deliveries of endpoints that are on. Those of other endpoints cannot be sent again. */
const sendableFailures = (tag: Sql | Tx, pspId: number) => tag`
  from merchant.webhook_deliveries d join merchant.webhook_endpoints e on e.id = d.endpoint_id
  where d.psp_id = ${pspId} and d.status = 'FAILED' and e.deleted_at is null and e.disabled_at is null`;

/** Locks the oldest failed deliveries and returns their ids. A concurrent call gets others or none. */
export async function lockFailedDeliveries(tx: Tx, pspId: number, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select d.id ${sendableFailures(tx, pspId)} order by d.id limit ${limit} for update of d skip locked`;
  return rows.map(({ id }) => id);
}

/** Counts failed deliveries that can be sent again, up to the limit. */
export async function countFailedDeliveries(sql: Sql | Tx, pspId: number, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select ${sendableFailures(sql, pspId)} limit ${limit}) failed`;
  return row?.count ?? 0;
}

/** Makes deliveries due now. Ended ones restart their schedule. */
export async function requeueDeliveries(
  tx: Tx,
  pspId: number,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    update merchant.webhook_deliveries
    set due_at = ${now}, failed_attempts = case when status = 'PENDING' then failed_attempts else 0 end,
        status = 'PENDING'
    where psp_id = ${pspId} and id = any(${ids}::uuid[])`;
}

export async function cancelDeliveries(tx: Tx, endpointIds: readonly string[]): Promise<void> {
  await tx`
    update merchant.webhook_deliveries set status = 'CANCELLED'
    where endpoint_id = any(${endpointIds}::uuid[]) and status = 'PENDING'`;
}

/** Cancels deliveries that were being queued while their endpoint ended. */
export async function cancelStrays(tx: Tx): Promise<void> {
  await tx`
    update merchant.webhook_deliveries d set status = 'CANCELLED'
    from merchant.webhook_endpoints e
    where d.status = 'PENDING' and e.id = d.endpoint_id and (e.deleted_at is not null or e.disabled_at is not null)`;
}

/** Deletes by primary key, for one PSP at a time, because ids contain their time. */
export async function deleteOldDeliveries(sql: Sql, beforeId: string, limit: number): Promise<number> {
  const deleted = await sql`
    delete from merchant.webhook_deliveries where (psp_id, id) in (
      select old.psp_id, old.id
      from (select distinct psp_id from merchant.webhook_endpoints) p
      cross join lateral (
        select d.psp_id, d.id from merchant.webhook_deliveries d
        where d.psp_id = p.psp_id and d.id < ${beforeId} order by d.id limit ${limit}
      ) old limit ${limit})`;
  return deleted.count;
}

/**
 * Deletes by primary key, because order ids contain their time and an order is older than its events. An index on
 * `updated_at` would slow every event down.
 */
export async function deleteOldSequences(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from merchant.webhook_order_sequences where order_id in (
      select order_id from merchant.webhook_order_sequences
      where order_id < ${firstIdAt(before.getTime())} and updated_at < ${before}
      order by order_id limit ${limit} for update skip locked)`;
  return deleted.count;
}

export async function measureQueue(
  sql: Sql,
  now: Date,
): Promise<{ due: number; later: number; oldest_due_at: Date | null }> {
  const [row] = await sql<{ due: number; later: number; oldest_due_at: Date | null }[]>`
    select count(*) filter (where due_at <= ${now})::int as due, count(*) filter (where due_at > ${now})::int as later,
      min(due_at) filter (where due_at <= ${now}) as oldest_due_at
    from merchant.webhook_deliveries where status = 'PENDING'`;
  return row ?? { due: 0, later: 0, oldest_due_at: null };
}
