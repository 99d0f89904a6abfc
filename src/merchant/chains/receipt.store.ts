import type { Tx } from '../../platform/postgres/database.ts';
import type { Tag } from '../../platform/postgres/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { Receipt } from './receipt.rules.ts';

interface ReceiptRow {
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  address: string;
  destination_tag: string | null;
  destination: string;
  amount: bigint;
  first_seen_at: Date;
  block_height: bigint | null;
  unconfirmed: boolean;
  credited: boolean;
  credit_count: number;
  height: bigint;
}

export async function selectReceipts(sql: Tag, subjectId: string): Promise<Receipt[]> {
  const rows = await sql<ReceiptRow[]>`
    select o.coin, o.transaction_id, o.output_index, a.address, a.destination_tag, o.destination, o.amount,
      o.first_seen_at, o.block_height, o.unconfirmed, o.credited, o.credit_count, s.height
    from merchant.chain_outputs o
    join merchant.chain_addresses a using (coin, destination)
    join merchant.chain_states s using (coin)
    where o.subject_id = ${subjectId}
    order by o.first_seen_at, o.coin, o.transaction_id, o.output_index`;
  return rows.map((row) => ({
    coin: row.coin,
    transactionId: row.transaction_id,
    outputIndex: row.output_index,
    address: row.address,
    destinationTag: row.destination_tag,
    destination: row.destination,
    amountMinor: row.amount,
    firstSeenAt: row.first_seen_at,
    confirmations: row.block_height === null ? 0 : Number(row.height - row.block_height) + 1,
    visible: row.block_height !== null || row.unconfirmed,
    credited: row.credited,
    creditCount: row.credit_count,
  }));
}

type OutputKey = Pick<Receipt, 'coin' | 'transactionId' | 'outputIndex'>;

/** The number of this crediting; nothing where it is credited already. */
export async function markCredited(tx: Tx, key: OutputKey): Promise<number | undefined> {
  const [row] = await tx<{ credit_count: number }[]>`
    update merchant.chain_outputs set credited = true, credit_count = credit_count + 1
    where coin = ${key.coin} and transaction_id = ${key.transactionId} and output_index = ${key.outputIndex}
      and not credited
    returning credit_count`;
  return row?.credit_count;
}

/** The number of the crediting that is undone; nothing where it is not credited. */
export async function unmarkCredited(tx: Tx, key: OutputKey): Promise<number | undefined> {
  const [row] = await tx<{ credit_count: number }[]>`
    update merchant.chain_outputs set credited = false
    where coin = ${key.coin} and transaction_id = ${key.transactionId} and output_index = ${key.outputIndex}
      and credited
    returning credit_count`;
  return row?.credit_count;
}

export async function setReviewHeight(tx: Tx, key: OutputKey, height: number | null): Promise<void> {
  await tx`
    update merchant.chain_outputs set review_height = ${height}
    where coin = ${key.coin} and transaction_id = ${key.transactionId} and output_index = ${key.outputIndex}
      and review_height is distinct from ${height}`;
}

export type UnassignedRow = Pick<
  ReceiptRow,
  | 'coin'
  | 'transaction_id'
  | 'output_index'
  | 'destination'
  | 'amount'
  | 'first_seen_at'
  | 'block_height'
  | 'unconfirmed'
>;

export async function selectUnassigned(sql: Tag, limit: number): Promise<UnassignedRow[]> {
  return sql<UnassignedRow[]>`
    select coin, transaction_id, output_index, destination, amount, first_seen_at, block_height, unconfirmed
    from merchant.chain_outputs where subject_id is null order by first_seen_at desc limit ${limit}`;
}
