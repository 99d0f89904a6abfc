/**
 * Statements on payout batches, their signed transactions, and the share of each payout in them. The payouts themselves
 * are rows of `merchant.payouts`; its columns for a single transaction are no longer read.
 */
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Payout } from '../payout.rules.ts';
import { payoutColumns } from '../payout.store.ts';
import type { BatchTransaction } from './batch.rules.ts';

export interface Batch {
  id: string;
  coin: CoinCode;
  generation: number;
  due_at: Date | null;
  attempts: number;
  trouble: string | null;
  bump_trouble: string | null;
  bump_height: bigint | null;
  bump_rate: bigint | null;
  /** Set if the batch was found dead while its coin was frozen. It is reviewed again after the thaw. */
  put_off_at: Date | null;
  dead_at: Date | null;
}

export async function insertBatch(
  tx: Tx,
  batch: { id: string; coin: CoinCode; createdAt: Date },
): Promise<void> {
  await tx`
    insert into merchant.payout_batches (id, coin, created_at)
    values (${batch.id}, ${batch.coin}, ${batch.createdAt})`;
}

export async function lockBatch(tx: Tx, id: string): Promise<Batch | undefined> {
  const [row] = await tx<Batch[]>`
    select id, coin, generation, due_at, attempts, trouble, bump_trouble, bump_height, bump_rate, put_off_at,
      dead_at
    from merchant.payout_batches where id = ${id} for update`;
  return row;
}

/** Locks the payouts of a batch in id order, after the batch itself, to avoid deadlocks. */
export async function lockBatchPayouts(tx: Tx, batchId: string): Promise<Payout[]> {
  return tx<Payout[]>`
    select ${payoutColumns(tx)} from merchant.payouts where batch_id = ${batchId} order by id for update`;
}

export async function listBatchTransactions(tx: Tx, batchId: string): Promise<BatchTransaction[]> {
  return tx<BatchTransaction[]>`
    select transaction_id, generation, kind, fee, fee_rate, weight, last_height
    from merchant.payout_transactions where batch_id = ${batchId} order by generation`;
}

export interface ShareRow {
  transaction_id: string;
  payout_id: string;
  fee: bigint;
}

export async function listShares(tx: Tx, batchId: string): Promise<ShareRow[]> {
  return tx<ShareRow[]>`
    select s.transaction_id, s.payout_id, s.fee
    from merchant.payout_transactions t join merchant.payout_shares s using (coin, transaction_id)
    where t.batch_id = ${batchId}`;
}

export async function listBytes(
  tx: Tx,
  batchId: string,
): Promise<{ transaction_id: string; bytes: string }[]> {
  return tx<{ transaction_id: string; bytes: string }[]>`
    select transaction_id, bytes from merchant.payout_transactions where batch_id = ${batchId}`;
}

export interface NewTransaction {
  coin: CoinCode;
  batchId: string;
  generation: number;
  kind: BatchTransaction['kind'];
  transactionId: string;
  bytes: string;
  feeMinor: bigint;
  feeRate: bigint;
  weight: number;
  lastHeight: number | null;
  signedAt: Date;
  shares: readonly { payoutId: string; outputIndex: number | null; feeMinor: bigint }[];
}

/** Stores a signed transaction with the share of each payout, and makes the batch due. */
export async function insertSigned(tx: Tx, signed: NewTransaction): Promise<void> {
  const { coin, transactionId, shares } = signed;
  await tx`
    with signed as (
      insert into merchant.payout_transactions (
        coin, transaction_id, batch_id, generation, kind, bytes, fee, fee_rate, weight, last_height, signed_at)
      values (
        ${coin}, ${transactionId}, ${signed.batchId}, ${signed.generation}, ${signed.kind}, ${signed.bytes},
        ${signed.feeMinor}, ${signed.feeRate}, ${signed.weight}, ${signed.lastHeight}, ${signed.signedAt})
    ), shared as (
      insert into merchant.payout_shares (coin, transaction_id, payout_id, output_index, fee)
      select ${coin}, ${transactionId}, * from unnest(
        ${shares.map((share) => share.payoutId)}::uuid[], ${shares.map((share) => share.outputIndex)}::integer[],
        ${shares.map((share) => share.feeMinor)}::numeric[])
    )
    update merchant.payout_batches
    set generation = ${signed.generation}, due_at = ${signed.signedAt}, attempts = 0, trouble = null
    where id = ${signed.batchId}`;
}

export interface PayoutPlace {
  payoutId: string;
  transactionId: string;
  feeMinor: bigint;
}

export async function joinBatch(
  tx: Tx,
  batchId: string,
  places: readonly PayoutPlace[],
  now: Date,
): Promise<void> {
  await tx`
    update merchant.payouts p set
      status = 'SIGNED', batch_id = ${batchId}, transaction_id = given.transaction_id, fee = given.fee,
      signed_at = ${now}, trouble = null, updated_at = ${now}
    from unnest(
      ${places.map((place) => place.payoutId)}::uuid[], ${places.map((place) => place.transactionId)}::text[],
      ${places.map((place) => place.feeMinor)}::numeric[]) as given (id, transaction_id, fee)
    where p.id = given.id and p.status = 'RESERVED'`;
}

/** Records which transaction of their batch pays the payouts: the newest, or the mined one. */
export async function placePayouts(tx: Tx, places: readonly PayoutPlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx`
    update merchant.payouts p set transaction_id = given.transaction_id, fee = given.fee
    from unnest(
      ${places.map((place) => place.payoutId)}::uuid[], ${places.map((place) => place.transactionId)}::text[],
      ${places.map((place) => place.feeMinor)}::numeric[]) as given (id, transaction_id, fee)
    where p.id = given.id`;
}

/** Changes the transaction and fee of a payout that is booked already. */
export async function saveCorrection(tx: Tx, place: PayoutPlace): Promise<void> {
  await tx`
    update merchant.payouts
    set transaction_id = ${place.transactionId}, fee = ${place.feeMinor}, fee_corrections = fee_corrections + 1
    where id = ${place.payoutId}`;
}

/** Changes the lost fee of a payout that ended without effect. */
export async function saveLostFee(tx: Tx, payoutId: string, lostMinor: bigint): Promise<void> {
  await tx`
    update merchant.payouts set lost_fee = ${lostMinor}, fee_corrections = fee_corrections + 1
    where id = ${payoutId}`;
}

/** Puts payouts of a dead batch back to `RESERVED`, so that they are signed again. */
export async function leaveBatch(tx: Tx, payoutIds: readonly string[], now: Date): Promise<void> {
  await tx`
    update merchant.payouts set
      status = 'RESERVED', batch_id = null, transaction_id = null, fee = null, signed_at = null, updated_at = ${now}
    where id = any(${payoutIds}::uuid[]) and status = 'SIGNED'`;
}

export async function markDead(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`
    update merchant.payout_batches
    set dead_at = ${now}, put_off_at = null, due_at = null, trouble = null, bump_height = null, bump_rate = null,
      bump_trouble = null
    where id = ${id}`;
}

/**
 * Starts or stops sending a batch. A running schedule is kept, except for a batch that a node accepted and dropped
 * (`isMissed`), which is sent again at once.
 */
export async function setDue(tx: Tx, id: string, dueAt: Date | null, isMissed = false): Promise<void> {
  await tx`
    update merchant.payout_batches set due_at = ${dueAt}, attempts = 0, trouble = null
    where id = ${id} and (
      (due_at is null) <> (${dueAt}::timestamptz is null)
      or ${isMissed}::boolean and due_at > ${dueAt}::timestamptz and attempts > 0 and trouble is null)`;
}

/** Sets the height from which the fee is too low; null for a mined batch. An existing height is kept. */
export async function setBumpHeight(tx: Tx, id: string, height: number | null): Promise<void> {
  await tx`
    update merchant.payout_batches set bump_height = ${height}, bump_rate = null, bump_trouble = null
    where id = ${id} and (bump_height is null) <> (${height}::bigint is null)`;
}

/** Stores the result of a raise: the height of the next attempt, and the trouble if it failed. */
export async function saveBump(
  sql: Sql | Tx,
  bump: { id: string; height: number | null; trouble: string | null },
): Promise<void> {
  await sql`
    update merchant.payout_batches
    set bump_height = ${bump.height}, bump_rate = null, bump_trouble = ${bump.trouble}
    where id = ${bump.id} and dead_at is null`;
}

/** Requests a raise at once, on behalf of staff. */
export async function askForBump(tx: Tx, id: string, rate: bigint | null): Promise<void> {
  await tx`
    update merchant.payout_batches set bump_height = 0, bump_rate = ${rate}, bump_trouble = null
    where id = ${id}`;
}

/** Lists due batches in the order of signing, which for accounts is the order of sequence numbers. */
export async function listDue(sql: Sql, coin: CoinCode, now: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from merchant.payout_batches
    where coin = ${coin} and due_at <= ${now} order by created_at, id limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Lists batches that have waited too many blocks. */
export async function listToBump(sql: Sql, coin: CoinCode, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select b.id from merchant.payout_batches b
    where b.coin = ${coin} and b.bump_height <= (
      select height from merchant.chain_states where coin = ${coin})
    order by b.created_at, b.id limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Lists batches with payouts that have not ended, or that were completed and wait for the thaw of their coin. */
export async function listOpenBatches(sql: Sql, coin: CoinCode): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select batch_id as id from merchant.payouts where coin = ${coin} and status = 'SIGNED'
    union
    select id from merchant.payout_batches where coin = ${coin} and put_off_at is not null`;
  return rows.map((row) => row.id);
}

export interface AttemptRecord {
  id: string;
  dueAt: Date;
  trouble: string | null;
}

/** Skips a batch that was mined in the meantime, because nothing is left to send. */
export async function saveAttempt(tx: Tx, attempt: AttemptRecord): Promise<void> {
  await tx`
    update merchant.payout_batches
    set attempts = attempts + 1, due_at = ${attempt.dueAt}, trouble = ${attempt.trouble}
    where id = ${attempt.id} and due_at is not null`;
}

/** Returns false if the batch was never sent and its coin is frozen. */
export async function markBroadcast(tx: Tx, id: string, frozen: boolean, now: Date): Promise<boolean> {
  const marked = await tx`
    update merchant.payout_batches set broadcast_at = coalesce(broadcast_at, ${now})
    where id = ${id} and (broadcast_at is not null or not ${frozen}::boolean)`;
  return marked.count > 0;
}
