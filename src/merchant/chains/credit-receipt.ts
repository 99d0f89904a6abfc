import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/database.ts';
import { chainAccount, transfer, type AccountOwner, type Movement } from '../ledger/ledger.rules.ts';
import type { Receipt } from './receipt.rules.ts';
import { markCredited, unmarkCredited } from './receipt.store.ts';

/**
 * Marks the receipt as booked and gives the movement, which the caller posts with its others. The caller has locked the
 * receipt's subject, so that nobody credits or undoes it at the same time.
 */
export async function creditReceipt(tx: Tx, receipt: Receipt, to: AccountOwner): Promise<Movement> {
  const count = await markCredited(tx, receipt);
  assert(count !== undefined, `${receipt.transactionId} is credited already`);
  return {
    kind: 'receipt',
    reference: referenceOf(receipt, count),
    entries: transfer(chainAccount, to, receipt.coin, receipt.amountMinor),
  };
}

/** The compensation for a receipt that the chain has taken back. */
export async function uncreditReceipt(tx: Tx, receipt: Receipt, from: AccountOwner): Promise<Movement> {
  const count = await unmarkCredited(tx, receipt);
  assert(count !== undefined, `${receipt.transactionId} is not credited`);
  return {
    kind: 'receipt_undone',
    reference: referenceOf(receipt, count),
    entries: transfer(from, chainAccount, receipt.coin, receipt.amountMinor),
  };
}

const referenceOf = (receipt: Receipt, count: number): string =>
  `${receipt.coin}:${receipt.transactionId}:${receipt.outputIndex}:${count}`;
