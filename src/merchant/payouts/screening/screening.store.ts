import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface Screening {
  id: string;
  direction: 'in' | 'out';
  purpose: 'payment' | 'deposit' | 'payout';
  subject_id: string;
  psp_id: number;
  coin: CoinCode;
  transaction_id: string | null;
  output_index: number | null;
  address: string;
  destination_tag: string | null;
  amount: bigint;
  status: 'pending' | 'review' | 'allow' | 'deny';
  decided_by: string | null;
  reason: string | null;
  attempts: number;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface Unscreened {
  direction: Screening['direction'];
  purpose: Screening['purpose'];
  subject_id: string;
  psp_id: number;
  coin: CoinCode;
  transaction_id: string | null;
  output_index: number | null;
  address: string;
  destination_tag: string | null;
  amount: bigint;
}

/** Lists mined incoming coins without a screening. Unmined ones may still be replaced, so they are not screened. */
export async function listUnscreenedOutputs(sql: Sql, limit: number): Promise<Unscreened[]> {
  return sql<Unscreened[]>`
    select 'in' as direction, o.purpose, o.subject_id, coalesce(p.psp_id, d.psp_id) as psp_id, o.coin,
      o.transaction_id, o.output_index, a.address, a.destination_tag, o.amount
    from merchant.chain_outputs o
    join merchant.chain_addresses a
      on a.coin = o.coin and a.destination = coalesce(o.assigned_destination, o.destination)
    left join merchant.payments p on o.purpose = 'payment' and p.id = o.subject_id
    left join merchant.deposit_addresses d on o.purpose = 'deposit' and d.id = o.subject_id
    where o.screening = 'unasked' and o.block_height is not null and coalesce(p.psp_id, d.psp_id) is not null
    limit ${limit}`;
}

export async function listUnscreenedPayouts(sql: Sql, limit: number): Promise<Unscreened[]> {
  return sql<Unscreened[]>`
    select 'out' as direction, 'payout' as purpose, id as subject_id, psp_id, coin, null::text as transaction_id,
      null::integer as output_index, address, destination_tag, amount
    from merchant.payouts where screening = 'unasked' and status = 'RESERVED' order by id limit ${limit}`;
}

/** Returns false if the screening exists already. */
export async function insertScreening(tx: Tx, id: string, given: Unscreened, now: Date): Promise<boolean> {
  const inserted = await tx`
    insert into merchant.screenings (
      id, direction, purpose, subject_id, psp_id, coin, transaction_id, output_index, address, destination_tag, amount,
      status, due_at, created_at, updated_at)
    values (
      ${id}, ${given.direction}, ${given.purpose}, ${given.subject_id}, ${given.psp_id}, ${given.coin},
      ${given.transaction_id}, ${given.output_index}, ${given.address}, ${given.destination_tag}, ${given.amount},
      'pending', ${now}, ${now}, ${now})
    on conflict do nothing`;
  return inserted.count > 0;
}

export interface DueScreening extends Screening {
  payout_kind: 'withdrawal' | 'refund' | 'release' | 'return' | null;
  customer: Record<string, string | null> | null;
}

/** Lists due screenings with the present customer data. */
export async function listDue(sql: Sql, now: Date, limit: number): Promise<DueScreening[]> {
  return sql<DueScreening[]>`
    select s.*, p.kind as payout_kind,
      case when c.customer_reference_id is not null then jsonb_build_object(
        'customer_reference_id', c.customer_reference_id, 'customer_first_name', c.customer_first_name,
        'customer_last_name', c.customer_last_name, 'customer_email_address', c.customer_email_address,
        'customer_ip_address', c.customer_ip_address) end as customer
    from (select * from merchant.screenings where due_at <= ${now} order by due_at, id limit ${limit}) s
    left join merchant.payouts p on s.purpose = 'payout' and p.id = s.subject_id
    left join lateral (
      select customer_reference_id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
      from merchant.payments where s.purpose = 'payment' and id = s.subject_id
      union all
      select customer_reference_id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
      from merchant.deposit_addresses where s.purpose = 'deposit' and id = s.subject_id
      union all
      select customer_reference_id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
      from merchant.orders where id = p.order_id
    ) c on true
    order by s.due_at, s.id`;
}

export async function lockScreening(tx: Tx, id: string): Promise<Screening | undefined> {
  const [row] = await tx<Screening[]>`select * from merchant.screenings where id = ${id} for update`;
  return row;
}

export type ScreeningChange = Pick<Screening, 'status' | 'decided_by' | 'reason' | 'attempts' | 'due_at'>;

export async function saveScreening(tx: Tx, id: string, change: ScreeningChange, now: Date): Promise<void> {
  await tx`
    update merchant.screenings set status = ${change.status}, decided_by = ${change.decided_by},
      reason = ${change.reason}, attempts = ${change.attempts}, due_at = ${change.due_at}, updated_at = ${now}
    where id = ${id}`;
}

export async function setOutputScreening(
  tx: Tx,
  screening: Screening,
  status: Screening['status'],
): Promise<void> {
  await tx`
    update merchant.chain_outputs set screening = ${status}
    where coin = ${screening.coin} and transaction_id = ${screening.transaction_id}
      and output_index = ${screening.output_index} and not credited`;
}

/**
 * Lists screenings that wait for staff, oldest first; optionally with denied incoming coins, which staff may still
 * allow.
 */
export async function listHeld(sql: Sql, withDenied: boolean, limit: number): Promise<Screening[]> {
  return sql<Screening[]>`
    select * from merchant.screenings
    where status in ('pending', 'review') or (${withDenied}::boolean and status = 'deny' and direction = 'in')
    order by id limit ${limit}`;
}

export interface HeldCount {
  direction: Screening['direction'];
  status: 'pending' | 'review';
  count: number;
}

export async function countHeld(sql: Sql): Promise<HeldCount[]> {
  return sql<HeldCount[]>`
    select direction, status, count(*)::int as count from merchant.screenings
    where status in ('pending', 'review') group by direction, status`;
}
