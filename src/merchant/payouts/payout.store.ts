import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { Payout, PayoutStatus } from './payout.rules.ts';

interface PayoutRow extends Payout {
  bytes: string | null;
  signed_at: Date | null;
  updated_at: Date;
}

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
  | 'euro_value'
  | 'created_at'
>;

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<void> {
  await tx`
    insert into merchant.payouts (
      id, coin, kind, order_id, psp_id, address, destination_tag, destination, amount, fee_allowance, fee_payer,
      fee_reserve, euro_value, status, created_at, updated_at)
    values (
      ${payout.id}, ${payout.coin}, ${payout.kind}, ${payout.order_id}, ${payout.psp_id}, ${payout.address},
      ${payout.destination_tag}, ${payout.destination}, ${payout.amount}, ${payout.fee_allowance},
      ${payout.fee_payer}, ${payout.fee_reserve}, ${payout.euro_value}, 'RESERVED', ${payout.created_at}, ${payout.created_at})`;
}

export async function lockPayout(tx: Tx, id: string): Promise<Payout | undefined> {
  const [row] = await tx<PayoutRow[]>`select * from merchant.payouts where id = ${id} for update`;
  return row;
}

/** Funds of a coin are chosen in one transaction at a time. */
export async function lockWallet(tx: Tx, coin: CoinCode): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`merchant.wallet.${coin}`}, 0))`;
}

export interface ReservedFilter {
  coin: CoinCode;
  /** Those that were requested after this one. */
  after: string | null;
  /** Only smaller amounts than this, which the wallet could not cover. */
  belowMinor: bigint | null;
}

/** The oldest; one that is being cancelled at this moment is passed over. */
export async function lockReserved(tx: Tx, filter: ReservedFilter): Promise<Payout | undefined> {
  const [row] = await tx<PayoutRow[]>`
    select * from merchant.payouts
    where coin = ${filter.coin} and status = 'RESERVED'
      and (${filter.after}::uuid is null or id > ${filter.after})
      and (${filter.belowMinor}::numeric is null or amount < ${filter.belowMinor})
    order by id limit 1 for update skip locked`;
  return row;
}

export interface SignedBytes {
  bytes: string;
  transactionId: string;
  feeMinor: bigint;
  lastHeight: number | null;
}

export async function saveSigned(tx: Tx, id: string, signed: SignedBytes, now: Date): Promise<void> {
  await tx`
    update merchant.payouts set
      status = 'SIGNED', bytes = ${signed.bytes}, transaction_id = ${signed.transactionId}, fee = ${signed.feeMinor},
      last_height = ${signed.lastHeight}, signed_at = ${now}, due_at = ${now}, trouble = null, updated_at = ${now}
    where id = ${id}`;
}

/** What was charged for the transaction that is signed, and what is still set aside. */
export function saveFeeCharge(tx: Tx, id: string, chargeCents: bigint, reserveCents: bigint): void {
  tx.defer(tx`
    update merchant.payouts set fee_charge = ${chargeCents}, fee_reserve = ${reserveCents} where id = ${id}`);
}

export async function saveEnd(tx: Tx, id: string, status: PayoutStatus, now: Date): Promise<void> {
  await tx`
    update merchant.payouts set status = ${status}, due_at = null, trouble = null, fee_reserve = 0,
      updated_at = ${now}
    where id = ${id}`;
}

/** True where the payout had no trouble before, and only then it is logged. The same trouble again is not even written. */
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

/** Begins or ends the sending of its bytes; a payout that is being sent already keeps its schedule. */
export async function setDue(tx: Tx, id: string, dueAt: Date | null): Promise<void> {
  await tx`
    update merchant.payouts set due_at = ${dueAt}, attempts = 0
    where id = ${id} and (due_at is null) <> (${dueAt}::timestamptz is null)`;
}

/** Whether there is anything to sign or to send: what is asked most often, and mostly for nothing. */
export async function hasWork(sql: Sql, coin: CoinCode, now: Date): Promise<boolean> {
  const [row] = await sql<{ work: boolean }[]>`
    select exists (select from merchant.payouts where coin = ${coin} and status = 'RESERVED')
      or exists (select from merchant.payouts where coin = ${coin} and due_at <= ${now}) as work`;
  return row?.work ?? false;
}

/** In the order in which they were signed: on chains of accounts that is the order of their sequence numbers. */
export async function listDue(sql: Sql, coin: CoinCode, now: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from merchant.payouts
    where coin = ${coin} and due_at <= ${now} order by signed_at, id limit ${limit}`;
  return rows.map((row) => row.id);
}

export async function getBytes(tx: Tx, id: string): Promise<string> {
  const [row] = await tx<{ bytes: string }[]>`select bytes from merchant.payouts where id = ${id}`;
  if (!row) throw new Error(`there is no payout ${id}`);
  return row.bytes;
}

export interface AttemptRecord {
  id: string;
  dueAt: Date;
  trouble: string | null;
}

/** Not where it was found in a block meanwhile: then there is nothing more to send. */
export async function saveAttempt(tx: Tx, attempt: AttemptRecord): Promise<boolean> {
  const updated = await tx`
    update merchant.payouts set attempts = attempts + 1, due_at = ${attempt.dueAt}, trouble = ${attempt.trouble}
    where id = ${attempt.id} and due_at is not null`;
  return updated.count > 0;
}

/** The smallest that is free of an account's sequence numbers (nonces). The caller holds the lock of the wallet. */
export async function takeSequenceNumber(tx: Tx, coin: CoinCode, payoutId: string): Promise<bigint> {
  const [row] = await tx<{ number: bigint }[]>`
    insert into merchant.payout_numbers (coin, number, payout_id)
    select ${coin}::text, coalesce(
      (select min(number) from merchant.payout_numbers where coin = ${coin} and payout_id is null),
      (select max(number) + 1 from merchant.payout_numbers where coin = ${coin}),
      0), ${payoutId}::uuid
    on conflict (coin, number) do update set payout_id = excluded.payout_id
    returning number`;
  if (!row) throw new Error('no number was taken');
  return row.number;
}

export async function freeSequenceNumber(tx: Tx, payoutId: string): Promise<void> {
  await tx`update merchant.payout_numbers set payout_id = null where payout_id = ${payoutId}`;
}

/** What signed payouts will take from the wallet once they are booked. */
export async function sumSigned(tx: Tx, coin: CoinCode): Promise<bigint> {
  const [row] = await tx<{ sum: bigint }[]>`
    select coalesce(sum(amount + fee), 0)::numeric(38, 0) as sum
    from merchant.payouts where coin = ${coin} and status = 'SIGNED'`;
  return row?.sum ?? 0n;
}

/** Those that have not ended or that the chain has lost again, the oldest first. */
export async function listOpen(sql: Sql, limit: number): Promise<Payout[]> {
  return sql<PayoutRow[]>`
    select * from merchant.payouts
    where status in ('RESERVED', 'SIGNED') or due_at is not null order by id limit ${limit}`;
}

export interface WaitingRow {
  coin: CoinCode;
  status: 'RESERVED' | 'SIGNED' | 'COMPLETED';
  count: number;
  troubled: number;
  oldest_at: Date;
  amount: bigint;
}

export async function measureWaiting(sql: Sql): Promise<WaitingRow[]> {
  return sql<WaitingRow[]>`
    select coin, status, count(*)::int as count, count(trouble)::int as troubled, min(created_at) as oldest_at,
      sum(amount + coalesce(fee, 0))::numeric(38, 0) as amount
    from merchant.payouts where status in ('RESERVED', 'SIGNED') or due_at is not null group by coin, status`;
}
