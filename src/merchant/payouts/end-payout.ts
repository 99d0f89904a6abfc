import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../books/ledger.rules.ts';
import { recordTransaction } from '../orders/change-order.ts';
import type { PayoutContext, PayoutOwner, PayoutOwners } from './payout-owner.ts';
import { recordSettlement } from './cover-fee.ts';
import { completionOf, failureOf, reversalOf, type Payout } from './payout.rules.ts';
import { saveEnd } from './payout.store.ts';

export type PayoutEnd = 'COMPLETED' | 'FAILED' | 'REVERSED';

/**
 * Ends a payout and calls its owner. The caller has locked the payout's row, and posts the returned movements at the
 * end of the same transaction. The payout contains its final transaction and fee, or the lost fee.
 */
export async function endPayout(
  tx: Tx,
  context: PayoutContext,
  owners: PayoutOwners,
  payout: Payout,
  end: PayoutEnd,
): Promise<Movement[]> {
  const owner = owners[payout.kind];
  assert(owner, `no owner handles payouts of kind ${payout.kind}`);
  const { id, transaction_id: transactionId, fee: feeMinor, lost_fee: lostMinor } = payout;
  await saveEnd(tx, { id, status: end, transactionId, feeMinor, lostMinor }, context.clock.now());
  const settled = recordSettlement(tx, payout, end);
  // Normally recorded by the sender already, unless it crashed between sending and recording.
  await recordTransaction(tx, payout.order_id, transactionId);
  return [
    ...settled,
    ...(await movementsOf(tx, context, owner, payout, end)),
    ...(lostMinor === 0n ? [] : [failureOf(payout)]),
  ];
}

async function movementsOf(
  tx: Tx,
  context: PayoutContext,
  owner: PayoutOwner,
  payout: Payout,
  end: PayoutEnd,
): Promise<Movement[]> {
  switch (end) {
    case 'COMPLETED':
      return [completionOf(payout), ...(await owner.completed(tx, context, payout))];
    case 'FAILED':
      return [...(await owner.failed(tx, context, payout))];
    case 'REVERSED':
      return [reversalOf(payout), ...(await owner.reversed(tx, context, payout))];
  }
}
