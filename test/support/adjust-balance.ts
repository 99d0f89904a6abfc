import { adjustmentMovement, type Adjustment } from '../../src/merchant/ledger/adjust-balance.ts';
import { postMovement } from '../../src/merchant/ledger/post-movement.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';

/** Books a credit or debit at once, which takes two people in the product. */
export const adjustBalance = (
  context: Pick<Platform, 'sql' | 'clock'>,
  adjustment: Adjustment,
): Promise<void> =>
  transaction(context.sql, async (tx) => postMovement(tx, context, adjustmentMovement(adjustment)));
