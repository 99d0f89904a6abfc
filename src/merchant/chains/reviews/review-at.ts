import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import { setOutgoingHeight, setReceiptHeights } from './review-height.store.ts';

export interface ReviewRequest {
  readonly receipt: Receipt;
  /** When the block of that height arrives, the receipt's subject is looked at again; null: not by itself. */
  readonly height: number | null;
}

/** One statement, however many receipts there are. */
export async function reviewAt(tx: Tx, requests: readonly ReviewRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await setReceiptHeights(
    tx,
    requests.map(({ receipt, height }) => ({ ...receipt, height })),
  );
}

/** The same for a transaction of ours, whose subject is a payout. */
export async function reviewOutgoingAt(
  tx: Tx,
  outgoing: { readonly coin: CoinCode; readonly transactionId: string },
  height: number | null,
): Promise<void> {
  await setOutgoingHeight(tx, outgoing.coin, outgoing.transactionId, height);
}
