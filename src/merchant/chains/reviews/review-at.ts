import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import { setOutgoingHeight, setReceiptHeights } from './review-height.store.ts';

export interface ReviewRequest {
  readonly receipt: Receipt;
  /** Height of the block whose arrival queues a review of the receipt's subject. Null for none. */
  readonly height: number | null;
}

/** Stores the heights of all requests with one statement. */
export async function reviewAt(tx: Tx, requests: readonly ReviewRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await setReceiptHeights(
    tx,
    requests.map(({ receipt, height }) => ({ ...receipt, height })),
  );
}

/** Stores the height at which the payout of an outgoing transaction is reviewed. Null for none. */
export async function reviewOutgoingAt(
  tx: Tx,
  outgoing: { readonly coin: CoinCode; readonly transactionId: string },
  height: number | null,
): Promise<void> {
  await setOutgoingHeight(tx, outgoing.coin, outgoing.transactionId, height);
}
