import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Payout } from '../../payouts/payout.rules.ts';
import type { Beginning } from './alert-tasks.rules.ts';

const unapproved = (sql: Tag) => sql`merchant.payouts where approval = 'waiting' and status = 'RESERVED'`;
/** Kinds of payment alerts about coins that only staff can release. */
const heldKinds = (sql: Tag) => sql`kind in ('stray_coins', 'coins_after_end')`;
const inReview = (sql: Tag) =>
  sql`merchant.screenings where status in ('pending', 'review') and status = 'review'`;
const unassigned = (sql: Tag) => sql`merchant.chain_outputs where subject_id is null`;

export type TaskTable = 'unapproved' | 'held' | 'unassigned';

const counted = {
  unapproved: (sql: Tag, limit: number) => sql`select from ${unapproved(sql)} limit ${limit}`,
  held: (sql: Tag, limit: number) => sql`
    (select from merchant.payment_alerts where ${heldKinds(sql)} limit ${limit})
    union all (select from ${inReview(sql)} limit ${limit})`,
  unassigned: (sql: Tag, limit: number) => sql`select from ${unassigned(sql)} limit ${limit}`,
} satisfies Record<TaskTable, unknown>;

/** Counts rows up to about the limit, by partial indexes. */
export async function countTaskRows(sql: Tag, table: TaskTable, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (${counted[table](sql, limit)}) found`;
  return row?.count ?? 0;
}

export type UnapprovedRow = Pick<
  Payout,
  | 'id'
  | 'coin'
  | 'kind'
  | 'address'
  | 'destination_tag'
  | 'amount'
  | 'euro_value'
  | 'requested_by'
  | 'created_at'
>;

/** Lists payouts that need an approval, oldest first. */
export async function listUnapproved(sql: Tag, limit: number): Promise<UnapprovedRow[]> {
  return sql<UnapprovedRow[]>`
    select id, coin, kind, address, destination_tag, amount, euro_value, requested_by, created_at
    from ${unapproved(sql)} order by id limit ${limit}`;
}

export interface HeldTaskRow {
  payment_id: string;
  psp_id: number;
  payment_reference: string;
  kind: string;
  created_at: Date;
}

/** Lists payments with coins that only staff can release, oldest alert first. */
export async function listHeldPayments(sql: Tag, limit: number): Promise<HeldTaskRow[]> {
  return sql<HeldTaskRow[]>`
    select alert.payment_id, p.psp_id, p.payment_reference, alert.kind, alert.created_at
    from unnest(array['stray_coins', 'coins_after_end']) as wanted (kind)
    cross join lateral (
      select * from merchant.payment_alerts a where a.kind = wanted.kind
      order by a.created_at, a.payment_id limit ${limit}) alert
    join merchant.payments p on p.id = alert.payment_id
    order by alert.created_at, alert.payment_id limit ${limit}`;
}

export interface ScreeningTaskRow {
  id: string;
  coin: CoinCode;
  amount: bigint;
  direction: 'in' | 'out';
  created_at: Date;
}

/** Lists coins whose screening needs a decision, oldest first. */
export async function listReviews(sql: Tag, limit: number): Promise<ScreeningTaskRow[]> {
  return sql<ScreeningTaskRow[]>`
    select id, coin, amount, direction, created_at from ${inReview(sql)} order by id limit ${limit}`;
}

export interface UnassignedTaskRow {
  coin: CoinCode;
  amount: bigint;
  first_seen_at: Date;
}

/** Lists unassigned coins, oldest first. */
export async function listOldestUnassigned(sql: Tag, limit: number): Promise<UnassignedTaskRow[]> {
  return sql<UnassignedTaskRow[]>`
    select coin, amount, first_seen_at from ${unassigned(sql)}
    order by first_seen_at, coin, transaction_id, output_index limit ${limit}`;
}

/** Lists the beginnings of the alerts that have one in a table. */
export async function listBeginnings(sql: Tag, now: Date): Promise<Beginning[]> {
  return sql<Beginning[]>`
    select 'payout_frozen' as kind, coin, frozen_at as since from merchant.payout_freezes where frozen_at is not null
    union all
    select 'payment_' || wanted.kind, '', alert.created_at
    from unnest(array['reversed', 'lost_coins', 'unresolved']) as wanted (kind)
    cross join lateral (
      select created_at from merchant.payment_alerts a where a.kind = wanted.kind
      order by a.created_at, a.payment_id limit 1) alert
    union all
    select 'payout_old', open.coin, min(open.created_at)
    from unnest(array['RESERVED', 'SIGNED']) as wanted (status)
    cross join (select distinct coin from merchant.chain_states) known
    cross join lateral (
      select p.coin, p.created_at from merchant.payouts p
      where p.coin = known.coin and p.status = wanted.status and p.status in ('RESERVED', 'SIGNED')
      order by p.id limit 1) open
    group by open.coin
    union all
    select 'adjustment_waits', '', min(created_at) from merchant.adjustment_proposals
    where status = 'proposed' and expires_at > ${now} having count(*) > 0
    union all
    select 'ceiling_waits', '', min(created_at) from merchant.wallet_ceilings
    where status = 'proposed' having count(*) > 0`;
}

export interface DayCounts {
  payments: number;
  paid: number;
  orders: number;
  payouts: number;
}

/** Counts rows created between two ids, which contain their time. Excludes transfers between the provider's wallets. */
export async function countBetween(
  sql: Tag,
  { least, below }: { least: string; below: string },
): Promise<DayCounts> {
  const [row] = await sql<DayCounts[]>`
    select p.payments, p.paid, o.orders, w.payouts
    from (
      select count(*)::int as payments,
        (count(*) filter (where status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDING', 'REFUNDED')))::int as paid
      from merchant.payments where id >= ${least} and id < ${below}
    ) p, (select count(*)::int as orders from merchant.orders where id >= ${least} and id < ${below}) o,
      (select count(*)::int as payouts from merchant.payouts
       where id >= ${least} and id < ${below} and kind in ('withdrawal', 'refund', 'release', 'return')) w`;
  return row ?? { payments: 0, paid: 0, orders: 0, payouts: 0 };
}
