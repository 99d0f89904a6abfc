import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Receipt } from './receipt.rules.ts';
import { selectReceipts } from './receipt.store.ts';

/** All that ever came for a subject, the first seen first; also what is gone, so that it can be made good. */
export function listReceipts(tx: Tag, subjectId: string): Promise<Receipt[]> {
  return selectReceipts(tx, subjectId);
}
