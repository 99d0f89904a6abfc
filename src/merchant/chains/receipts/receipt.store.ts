import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from './receipt.rules.ts';

export interface ArrivedRow {
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  destination: string;
  amount: bigint;
  first_seen_at: Date;
}

interface ReceiptRow extends ArrivedRow {
  address: string;
  destination_tag: string | null;
  confirmations: bigint;
  final: boolean;
  mined_at: Date | null;
  visible: boolean;
  credited: boolean;
  credit_count: number;
  screening: Receipt['screening'];
}

export async function selectReceipts(sql: Tag, subjectId: string): Promise<ReceiptRow[]> {
  return sql<ReceiptRow[]>`
    select coin, transaction_id, output_index, address, destination_tag, destination, amount, first_seen_at,
      confirmations, final, mined_at, visible, credited, credit_count, screening
    from merchant.chain_receipts where subject_id = ${subjectId}
    order by first_seen_at, coin, transaction_id, output_index`;
}

type OutputKey = Pick<Receipt, 'coin' | 'transactionId' | 'outputIndex'>;

export interface CreditedRow {
  transaction_id: string;
  output_index: number;
  credit_count: number;
}

/**
 * Gives the rows that were changed, each with how often it was credited; those that are credited already are not among
 * them.
 */
export async function markCredited(
  tx: Tx,
  coin: CoinCode,
  keys: readonly OutputKey[],
): Promise<CreditedRow[]> {
  return tx<CreditedRow[]>`
    update merchant.chain_outputs o set credited = true, credit_count = credit_count + 1
    from unnest(
      ${keys.map((key) => key.transactionId)}::text[], ${keys.map((key) => key.outputIndex)}::integer[])
      as given (transaction_id, output_index)
    where o.coin = ${coin} and o.transaction_id = given.transaction_id and o.output_index = given.output_index
      and not o.credited
    returning o.transaction_id, o.output_index, o.credit_count`;
}

/**
 * Gives the rows that were changed, each with how often it was credited; those that are not credited are not among
 * them.
 */
export async function unmarkCredited(
  tx: Tx,
  coin: CoinCode,
  keys: readonly OutputKey[],
): Promise<CreditedRow[]> {
  return tx<CreditedRow[]>`
    update merchant.chain_outputs o set credited = false
    from unnest(
      ${keys.map((key) => key.transactionId)}::text[], ${keys.map((key) => key.outputIndex)}::integer[])
      as given (transaction_id, output_index)
    where o.coin = ${coin} and o.transaction_id = given.transaction_id and o.output_index = given.output_index
      and o.credited
    returning o.transaction_id, o.output_index, o.credit_count`;
}

interface UnassignedRow extends ArrivedRow {
  block_height: bigint | null;
  unconfirmed: boolean;
}

export async function selectUnassigned(sql: Tag, limit: number): Promise<UnassignedRow[]> {
  return sql<UnassignedRow[]>`
    select coin, transaction_id, output_index, destination, amount, first_seen_at, block_height, unconfirmed
    from merchant.chain_outputs where subject_id is null order by first_seen_at desc limit ${limit}`;
}
