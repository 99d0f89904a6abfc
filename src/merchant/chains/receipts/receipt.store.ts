import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from './receipt.rules.ts';

interface ReceiptRow {
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  destination: string;
  amount: bigint;
  first_seen_at: Date;
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

/** Returns the changed rows with their credit counts. Rows that are already credited are not changed. */
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

/** Returns the changed rows with their credit counts. Rows that are not credited are not changed. */
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
