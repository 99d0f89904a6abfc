import type { Tx } from '../../platform/postgres/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { Receipt } from './receipt.rules.ts';
import { setReviewHeight } from './receipt.store.ts';
import { setSentReviewHeight } from './sent.store.ts';

/** When the block of that height arrives, the receipt's subject is looked at again; null: not by itself. */
export function reviewAt(tx: Tx, receipt: Receipt, height: number | null): Promise<void> {
  return setReviewHeight(tx, receipt, height);
}

/** The same for a transaction of ours, whose subject is a payout. */
export function reviewSentAt(
  tx: Tx,
  sent: { readonly coin: CoinCode; readonly transactionId: string },
  height: number | null,
): Promise<void> {
  return setSentReviewHeight(tx, sent.coin, sent.transactionId, height);
}
