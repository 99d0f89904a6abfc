import { adjustmentMovement, type Adjustment } from '../../src/merchant/books/adjust-balance.ts';
import { postMovement } from '../../src/merchant/books/post-movement.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';

/** Books a credit or debit at once. The product requires two people for it. */
export const adjustBalance = (
  context: Pick<Platform, 'sql' | 'clock'>,
  adjustment: Adjustment,
): Promise<void> =>
  transaction(context.sql, async (tx) => postMovement(tx, context, adjustmentMovement(adjustment)));
