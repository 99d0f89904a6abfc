import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Receipt } from './receipt.rules.ts';
import { selectReceipts } from './receipt.store.ts';

/**
 * Lists all receipts of a subject, the first seen first. Includes those that are gone, so that their credits can be
 * undone.
 */
export async function listReceipts(sql: Tag, subjectId: string): Promise<Receipt[]> {
  const rows = await selectReceipts(sql, subjectId);
  return rows.map((row) => ({
    coin: row.coin,
    transactionId: row.transaction_id,
    outputIndex: row.output_index,
    destination: row.destination,
    amountMinor: row.amount,
    firstSeenAt: row.first_seen_at,
    address: row.address,
    destinationTag: row.destination_tag,
    confirmations: Number(row.confirmations),
    final: row.final,
    minedAt: row.mined_at,
    visible: row.visible,
    credited: row.credited,
    screening: row.screening,
    creditCount: row.credit_count,
  }));
}
