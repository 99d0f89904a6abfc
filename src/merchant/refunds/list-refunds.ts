import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { Refund } from './refund.rules.ts';
import { selectRefunds } from './refund.store.ts';

/** The oldest first, also those that failed. */
export function listRefunds(sql: Tag, paymentId: string): Promise<Refund[]> {
  return selectRefunds(sql, paymentId);
}
