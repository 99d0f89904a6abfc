import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query, Tag } from '../../../platform/postgres/client/sql.ts';
import type { Attempt, DeliveryStatus, EventFields } from '../queue/webhook.rules.ts';

export interface ClaimedDelivery {
  psp_id: number;
  id: string;
  endpoint_id: string;
  revision: number;
  url: string;
  event: EventFields;
  event_type: string;
  event_sequence: bigint | null;
  occurred_at: Date;
  failed_attempts: number;
  traceparent: string | null;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
}

export interface ClaimRequest {
  now: Date;
  claimedBy: string;
  leaseSeconds: number;
  /** Running deliveries of this process, by endpoint. */
  busy: readonly { endpointId: string; count: number; slow: boolean }[];
  /** Free slots for endpoints that answer, and for those that fail or hang. */
  steadyRoom: number;
  troubledRoom: number;
  /** Simultaneous deliveries to one endpoint of each kind. */
  steadyLimit: number;
  troubledLimit: number;
}

/**
 * Claims due deliveries, divided evenly among endpoints, in two lanes: endpoints that fail or hang have separate slots
 * and cannot use those of the others.
 *
 * An event waits while its order has an earlier event for the same endpoint that was never attempted. Failed and
 * repeated deliveries do not block later events. Waiting events are close behind claimed or running ones, so the number
 * of skipped rows depends on the events of those orders, not on the length of the queue.
 *
 * The recursive part moves from endpoint to endpoint in the index, so a long queue costs no more than a short one. Rows
 * are found again by ctid, which the planner cannot turn into a scan. A row changed by another process in between is
 * not found and waits for the next claim.
 */
export async function claimDeliveries(sql: Sql, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  return claimStatement(sql, request);
}

/** Returns the statement without running it, so that a test can check its plan. */
export function claimStatement(sql: Tag, request: ClaimRequest): Query<ClaimedDelivery[]> {
  const busyIds = request.busy.map(({ endpointId }) => endpointId);
  const busyCounts = request.busy.map(({ count }) => count);
  const slow = request.busy.map((entry) => entry.slow);
  const claimable = sql`
    d.status = 'PENDING' and d.due_at <= ${request.now} and (d.claimed_until is null or d.claimed_until < now())
      and (d.order_id is null or d.attempts <> '[]' or not exists (
        select from merchant.webhook_deliveries earlier
        where earlier.endpoint_id = d.endpoint_id and earlier.order_id = d.order_id
          and earlier.event_sequence < d.event_sequence and earlier.status = 'PENDING' and earlier.attempts = '[]'))`;
  return sql<ClaimedDelivery[]>`
    with recursive waiting as (
      (select endpoint_id from merchant.webhook_deliveries where status = 'PENDING' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from merchant.webhook_deliveries d
              where d.status = 'PENDING' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null
    ), busy as (
      select * from unnest(${busyIds}::uuid[], ${busyCounts}::int[], ${slow}::boolean[]) as b (id, under_way, slow)
    ), lanes as (
      select e.id, e.failures > 0 or coalesce(b.slow, false) as troubled, coalesce(b.under_way, 0) as under_way
      from waiting w join merchant.webhook_endpoints e on e.id = w.endpoint_id left join busy b on b.id = e.id
      where e.deleted_at is null and e.disabled_at is null
        and exists (
          select from merchant.webhook_deliveries d where d.endpoint_id = e.id and ${claimable})
    ), limits as (
      select id, troubled,
        case when troubled then ${request.troubledLimit}::int else ${request.steadyLimit}::int end - under_way as free,
        case when troubled then ${request.troubledRoom}::int else ${request.steadyRoom}::int end as room
      from lanes
    ), turns as (
      select *, count(*) over (partition by troubled) as rivals,
        row_number() over (partition by troubled order by random()) as turn
      from limits where free > 0
    ), places as materialized (
      select picked.place
      from turns t cross join lateral (
        select d.ctid as place from merchant.webhook_deliveries d
        where d.endpoint_id = t.id and ${claimable}
        order by d.due_at
        limit least(t.free, t.room / t.rivals + case when t.turn <= t.room % t.rivals then 1 else 0 end)
        for update of d skip locked
      ) picked
    )
    update merchant.webhook_deliveries d
    set claimed_by = ${request.claimedBy}, claimed_until = now() + ${request.leaseSeconds}::int * interval '1 second'
    from merchant.webhook_endpoints e
    where d.ctid = any(array(select place from places)) and e.id = d.endpoint_id
    returning d.psp_id, d.id, d.endpoint_id, e.revision, e.url, d.event, d.event_type, d.event_sequence, d.occurred_at,
      d.failed_attempts, d.traceparent, e.sealed_secret, e.sealed_previous_secret, e.previous_secret_expires_at`;
}

export interface Outcome {
  psp_id: number;
  id: string;
  endpoint_id: string;
  /** The revision of the endpoint at the attempt. */
  revision: number;
  status: DeliveryStatus;
  failed_attempts: number;
  due_at: string;
  attempt: Attempt;
}

/** More than the schedule makes; only repeated manual redelivery reaches it. */
const attemptsKept = 50;

/**
 * Stores the outcomes of a batch of attempts. A success counts even if the claim was lost in the meantime; a failure is
 * then left to the new owner. A failure at an endpoint that was changed since the attempt is not counted, because it
 * says nothing about the changed endpoint, and the delivery is due again at once. Endpoints are locked in id order to
 * avoid deadlocks.
 */
export async function recordOutcomes(tx: Tx, claimedBy: string, outcomes: readonly Outcome[]): Promise<void> {
  await tx`
    with outcomes as (
      select * from jsonb_to_recordset(${tx.json(outcomes)}::jsonb) as o (
        psp_id integer, id uuid, endpoint_id uuid, revision integer, status text, failed_attempts smallint,
        due_at timestamptz, attempt jsonb)
    ), health as (
      select endpoint_id, max(revision) as revision, bool_or(status = 'DELIVERED') as answered,
        bool_or(status <> 'DELIVERED') as failed
      from outcomes group by endpoint_id
    ), changed as (
      select e.id, e.revision, h.answered, e.revision = h.revision as current
      from merchant.webhook_endpoints e join health h on h.endpoint_id = e.id
      where h.failed or e.failures > 0 order by e.id for no key update of e
    ), counted as (
      update merchant.webhook_endpoints e
      set failures = case when c.answered then 0 else least(e.failures + 1, 1000) end
      from changed c where e.id = c.id and c.current and (not c.answered or e.failures > 0)
    ), judged as (
      select o.*, o.status <> 'DELIVERED' and o.revision <> c.revision as outdated
      from outcomes o left join changed c on c.id = o.endpoint_id
    )
    update merchant.webhook_deliveries d
    set status = case when o.outdated then 'PENDING' else o.status end,
        due_at = case when o.outdated then d.due_at else o.due_at end,
        failed_attempts = case when o.outdated then d.failed_attempts else o.failed_attempts end,
        claimed_by = null, claimed_until = null,
        attempts = case when jsonb_array_length(d.attempts) >= ${attemptsKept} then d.attempts - 0 else d.attempts end
          || o.attempt
    from judged o
    where d.psp_id = o.psp_id and d.id = o.id and d.status <> 'DELIVERED'
      and (o.status = 'DELIVERED' or (d.claimed_by = ${claimedBy} and d.status = 'PENDING'))`;
}

/** Releases unfinished claims, so that another process can take them at once. */
export async function releaseClaims(
  tx: Tx,
  claimedBy: string,
  claims: readonly { psp_id: number; id: string }[],
): Promise<void> {
  await tx`
    update merchant.webhook_deliveries d set claimed_by = null, claimed_until = null
    from jsonb_to_recordset(${tx.json(claims.map(({ psp_id, id }) => ({ psp_id, id })))}::jsonb)
      as c (psp_id integer, id uuid)
    where d.psp_id = c.psp_id and d.id = c.id and d.claimed_by = ${claimedBy}`;
}
