import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Receipt, UnassignedReceipt } from './receipt.rules.ts';
import { selectReceipts, selectUnassigned, type ArrivedRow } from './receipt.store.ts';

const mostUnassigned = 1000;

/** All that ever came for a subject, the first seen first; also what is gone, so that it can be made good. */
export async function listReceipts(sql: Tag, subjectId: string): Promise<Receipt[]> {
  const rows = await selectReceipts(sql, subjectId);
  return rows.map((row) => ({
    ...whatCame(row),
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

/** What came to an account of ours and nobody waited for, the newest first. */
export async function listUnassigned(sql: Tag): Promise<UnassignedReceipt[]> {
  const rows = await selectUnassigned(sql, mostUnassigned);
  return rows.map((row) => ({
    ...whatCame(row),
    status: row.block_height === null ? (row.unconfirmed ? 'unconfirmed' : 'gone') : 'in a block',
  }));
}

const whatCame = (row: ArrivedRow) => ({
  coin: row.coin,
  transactionId: row.transaction_id,
  outputIndex: row.output_index,
  destination: row.destination,
  amountMinor: row.amount,
  firstSeenAt: row.first_seen_at,
});
