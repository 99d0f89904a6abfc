import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { OpenPayout, Payout, PayoutStage, PayoutStatus } from './payout.rules.ts';

export type NewPayout = Pick<
  Payout,
  | 'id'
  | 'coin'
  | 'kind'
  | 'order_id'
  | 'psp_id'
  | 'address'
  | 'destination_tag'
  | 'destination'
  | 'amount'
  | 'fee_allowance'
  | 'fee_payer'
  | 'fee_reserve'
  | 'reserved_weight'
  | 'euro_value'
  | 'requested_by'
  | 'approval'
  | 'screening'
  | 'source'
  | 'source_number'
  | 'created_at'
>;

export function insertPayout(tx: Tx, payout: NewPayout): void {
  tx.defer(tx`
    insert into merchant.payouts (
      id, coin, kind, order_id, psp_id, address, destination_tag, destination, amount, fee_allowance, fee_payer,
      fee_reserve, reserved_weight, euro_value, requested_by, approval, screening, source, source_number, status,
      created_at, updated_at)
    values (
      ${payout.id}, ${payout.coin}, ${payout.kind}, ${payout.order_id}, ${payout.psp_id}, ${payout.address},
      ${payout.destination_tag}, ${payout.destination}, ${payout.amount}, ${payout.fee_allowance},
      ${payout.fee_payer}, ${payout.fee_reserve}, ${payout.reserved_weight}, ${payout.euro_value},
      ${payout.requested_by}, ${payout.approval}, ${payout.screening}, ${payout.source}, ${payout.source_number},
      'RESERVED', ${payout.created_at}, ${payout.created_at})`);
}

export const payoutColumns = (sql: Tag) => sql`
  id, coin, kind, order_id, psp_id, address, destination_tag, destination, amount, fee_allowance, fee_payer,
  fee_reserve, fee_charge, fee_covered, fee_borne, euro_value, status, batch_id, transaction_id, fee, lost_fee, trouble,
  fee_corrections, requested_by, approval, screening, reserved_weight, weight, source,
  source_number, created_at`;

export async function lockPayout(tx: Tx, id: string): Promise<Payout | undefined> {
  const [row] = await tx<
    Payout[]
  >`select ${payoutColumns(tx)} from merchant.payouts where id = ${id} for update`;
  return row;
}

export type PayoutPlaceRow = Pick<Payout, 'coin' | 'status' | 'batch_id'>;

/** Reads without a lock, because the batch must be locked before the payout. */
export async function findPayoutPlace(tx: Tx, id: string): Promise<PayoutPlaceRow | undefined> {
  const [row] = await tx<PayoutPlaceRow[]>`
    select coin, status, batch_id from merchant.payouts where id = ${id}`;
  return row;
}

/** Locks the wallet, so that only one transaction at a time chooses funds of a coin. */
export async function lockWallet(tx: Tx, coin: CoinCode): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`merchant.wallet.${coin}`}, 0))`;
}

export interface ReservedFilter {
  coin: CoinCode;
  after: string | null;
  /** Only smaller amounts, because the wallet could not cover this one, and collections, which add coins. */
  belowMinor: bigint | null;
  /** Payouts to skip, because they were just refused. */
  except: readonly string[];
  limit: number;
  estimated: boolean;
}

/** Payouts that neither approval nor screening holds. Only these may be signed. */
const notHeld = (sql: Tag) =>
  sql`approval is distinct from 'waiting' and (screening is null or screening = 'allow')`;

/**
 * Locks unsigned payouts, oldest first. It skips payouts that another transaction has locked, such as a cancellation.
 */
export async function lockReserved(tx: Tx, filter: ReservedFilter): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${payoutColumns(tx)} from merchant.payouts
    where coin = ${filter.coin} and status = 'RESERVED' and ${notHeld(tx)}
      and (${filter.after}::uuid is null or id > ${filter.after})
      and (${filter.belowMinor}::numeric is null or amount < ${filter.belowMinor} or source is not null)
      and id <> all(${filter.except}::uuid[]) and (weight is not null or source is not null or not ${filter.estimated}::boolean)
    order by id limit ${filter.limit} for update skip locked`;
}

/** Lists payouts without an estimate: new ones, oldest first, or ones that had trouble, in random order. */
export async function listUnestimated(
  sql: Sql,
  { coin, which, limit }: { coin: CoinCode; which: 'new' | 'troubled'; limit: number },
): Promise<Payout[]> {
  const order = which === 'new' ? sql`id` : sql`random()`;
  return sql<Payout[]>`
    select ${payoutColumns(sql)} from merchant.payouts
    where coin = ${coin} and status = 'RESERVED' and ${notHeld(sql)} and weight is null and source is null
      and (trouble is null) = ${which === 'new'}::boolean
    order by ${order} limit ${limit}`;
}

export async function saveWeight(sql: Sql, id: string, weight: number): Promise<void> {
  await sql`update merchant.payouts set weight = ${weight} where id = ${id} and status = 'RESERVED'`;
}

export interface FeeChargeRow {
  readonly chargeCents: bigint;
  readonly coveredMinor: bigint;
  readonly borneMinor: bigint;
  readonly reserveCents: bigint;
}

/** Stores the charge so far, the coins that it covers, the coins that the provider bears, and the remaining reserve. */
export function saveFeeCharge(tx: Tx, id: string, charge: FeeChargeRow): void {
  tx.defer(tx`
    update merchant.payouts set
      fee_charge = ${charge.chargeCents}, fee_covered = ${charge.coveredMinor}, fee_borne = ${charge.borneMinor},
      fee_reserve = ${charge.reserveCents}
    where id = ${id}`);
}

export interface PayoutEndRow {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly transactionId: string | null;
  readonly feeMinor: bigint | null;
  /** The network fee of a transaction without effect. */
  readonly lostMinor: bigint;
}

export async function saveEnd(tx: Tx, end: PayoutEndRow, now: Date): Promise<void> {
  await tx`
    update merchant.payouts set
      status = ${end.status}, transaction_id = ${end.transactionId}, fee = ${end.feeMinor}, lost_fee = ${end.lostMinor},
      trouble = null, updated_at = ${now}
    where id = ${end.id}`;
}

/**
 * Returns true if the payout had no trouble before, so that only the first is logged. An unchanged trouble is not
 * written.
 */
export async function saveTrouble(sql: Sql, id: string, trouble: string): Promise<boolean> {
  const [row] = await sql<{ first: boolean }[]>`
    with before as (
      select id, trouble from merchant.payouts
      where id = ${id} and status in ('RESERVED', 'SIGNED') and trouble is distinct from ${trouble} for update
    )
    update merchant.payouts p set trouble = ${trouble} from before where p.id = before.id
    returning before.trouble is null as first`;
  return row?.first ?? false;
}

/** Returns true if there is anything to sign, send or raise. This query runs most often and usually finds nothing. */
export async function hasWork(sql: Sql, coin: CoinCode, now: Date): Promise<boolean> {
  const [row] = await sql<{ work: boolean }[]>`
    select exists (select from merchant.payouts where coin = ${coin} and status = 'RESERVED' and ${notHeld(sql)})
      or exists (select from merchant.payout_batches where coin = ${coin} and due_at <= ${now})
      or exists (
        select from merchant.payout_batches where coin = ${coin} and bump_height <= (
          select height from merchant.chain_states where coin = ${coin})) as work`;
  return row?.work ?? false;
}

/** Sums the amounts and fees of signed payouts, which are not booked yet. */
export async function sumSigned(tx: Tx, coin: CoinCode): Promise<bigint> {
  const [row] = await tx<{ sum: bigint }[]>`
    select coalesce(sum(case when source is null then amount + fee else fee end), 0)::numeric(38, 0) as sum
    from merchant.payouts where coin = ${coin} and status = 'SIGNED'`;
  return row?.sum ?? 0n;
}

/**
 * Payouts that are open, being sent again, or waiting for a thaw. Each part uses an index, so ended payouts cost
 * nothing.
 */
const openIds = (sql: Tag) => sql`
  select id from merchant.payouts where status in ('RESERVED', 'SIGNED')
  union
  select lost.id from merchant.payout_batches due join merchant.payouts lost on lost.batch_id = due.id
  where due.due_at is not null
  union
  select lost.id from merchant.payout_batches late join merchant.payouts lost on lost.batch_id = late.id
  where late.put_off_at is not null`;

export interface OpenFilter {
  readonly id?: string | null;
  readonly coin?: CoinCode | null;
  readonly stage?: PayoutStage | null;
}

/** Lists payouts that have not ended or that the chain has lost again, oldest first. */
export async function listOpen(
  sql: Sql,
  limit: number,
  { id = null, coin = null, stage = null }: OpenFilter,
): Promise<OpenPayout[]> {
  return sql<OpenPayout[]>`
    select p.id, p.coin, p.kind, p.order_id, p.psp_id, p.address, p.destination_tag, p.destination, p.amount,
      p.fee_allowance, p.fee_payer, p.fee_reserve, p.fee_charge, p.fee_covered, p.fee_borne, p.euro_value, p.status, p.batch_id,
      p.transaction_id, p.fee, p.lost_fee, p.trouble, p.fee_corrections, p.requested_by, p.approval, p.screening, p.reserved_weight, p.weight, p.source, p.source_number,
      p.created_at, b.trouble as sending_trouble, b.bump_trouble, b.generation, waits.stage
    from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id
    cross join lateral (
      select case
        when p.approval = 'waiting' then 'approval'
        when p.screening <> 'allow' then 'screening'
        when coalesce(p.trouble, b.trouble, b.bump_trouble) is not null then 'troubled'
        when p.status = 'RESERVED' then 'reserved'
        when p.status = 'SIGNED' then 'signed'
        else 'completed'
      end as stage
    ) waits
    where p.id in (${openIds(sql)})
      and (${id}::uuid is null or p.id = ${id})
      and (${coin}::text is null or p.coin = ${coin}) and (${stage}::text is null or waits.stage = ${stage})
    order by p.id limit ${limit}`;
}

/** Lists ended payouts that the chain has not lost again, newest first. */
export async function listEnded(
  sql: Tag,
  below: string,
  limit: number,
  coin: CoinCode | null = null,
): Promise<Payout[]> {
  return sql<Payout[]>`
    select ${payoutColumns(sql)} from merchant.payouts
    where ${coin === null ? sql`true` : sql`coin = ${coin}`}
      and status in ('COMPLETED', 'FAILED', 'REVERSED') and id < ${below} and not exists (
      select from merchant.payout_batches lost
      where lost.id = batch_id and (lost.due_at is not null or lost.put_off_at is not null))
    order by id desc limit ${limit}`;
}

export async function findPayout(sql: Sql, id: string): Promise<Payout | undefined> {
  const [row] = await sql<Payout[]>`select ${payoutColumns(sql)} from merchant.payouts where id = ${id}`;
  return row;
}

export interface WaitingRow {
  coin: CoinCode;
  status: 'RESERVED' | 'SIGNED' | 'COMPLETED';
  count: number;
  troubled: number;
  /** Unmined although the fee was raised or cannot be raised. */
  stuck: number;
  oldest_at: Date;
  amount: bigint;
}

export async function measureWaiting(sql: Sql): Promise<WaitingRow[]> {
  return sql<WaitingRow[]>`
    select p.coin, p.status, count(*)::int as count,
      (count(*) filter (where coalesce(p.trouble, b.trouble) is not null))::int as troubled,
      (count(*) filter (
        where b.due_at is not null and (b.generation > 0 or b.bump_trouble is not null)))::int as stuck,
      min(p.created_at) as oldest_at, sum(coalesce(p.fee, 0) + case when p.source is null then p.amount else 0 end)::numeric(38, 0) as amount
    from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id
    where p.id in (${openIds(sql)}) group by p.coin, p.status`;
}

/** Returns true if a completed collection used this number of its source, or a later one. */
export async function hasCollected(
  tx: Tx,
  coin: CoinCode,
  { source, number }: { readonly source: string; readonly number: bigint },
): Promise<boolean> {
  const rows = await tx`
    select from merchant.payouts
    where coin = ${coin} and source = ${source} and status = 'COMPLETED' and source_number >= ${number} limit 1`;
  return rows.length > 0;
}

export async function findCollection(tx: Tx, coin: CoinCode, source: string): Promise<boolean> {
  const rows = await tx`
    select from merchant.payouts where coin = ${coin} and source = ${source} and status in ('RESERVED', 'SIGNED')`;
  return rows.length > 0;
}
