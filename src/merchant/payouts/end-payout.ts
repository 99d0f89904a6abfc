import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { releaseClaims } from '../chains/outgoing/outgoing-transactions.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { recordTransaction } from '../orders/record-transaction.ts';
import { setNetworkFee } from '../orders/set-network-fee.ts';
import type { PayoutContext, PayoutOwner, PayoutOwners } from './payout-owner.ts';
import { settleFee } from './network-fee.rules.ts';
import { completionOf, reversalOf, type Payout } from './payout.rules.ts';
import { saveEnd } from './payout.store.ts';

export type PayoutEnd = 'COMPLETED' | 'FAILED' | 'REVERSED';

/** One transaction for the payout's end, its owner's part and all money. The payout's row is locked by the caller. */
export async function endPayout(
  tx: Tx,
  context: PayoutContext,
  owners: PayoutOwners,
  payout: Payout,
  end: PayoutEnd,
): Promise<void> {
  const owner = owners[payout.kind];
  assert(owner, `nobody owns payouts of kind ${payout.kind}`);
  await saveEnd(tx, payout.id, end, context.clock.now());
  // The sender has recorded it already, unless it died between sending and recording.
  await recordTransaction(tx, payout.order_id, payout.transaction_id);
  if (end !== 'COMPLETED' && payout.transaction_id !== null) {
    await releaseClaims(tx, payout.coin, payout.transaction_id);
  }
  if (end !== 'COMPLETED' && payout.fee_payer === 'merchant' && payout.order_id !== null) {
    setNetworkFee(tx, payout.order_id, 0n);
  }
  postMovements(tx, context, await movementsOf(tx, context, owner, payout, end));
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
      return [
        completionOf(payout),
        ...settleFee(payout, end),
        ...(await owner.completed(tx, context, payout)),
      ];
    case 'FAILED':
      return [...settleFee(payout, end), ...(await owner.failed(tx, context, payout))];
    case 'REVERSED':
      return [reversalOf(payout), ...settleFee(payout, end), ...(await owner.reversed(tx, context, payout))];
  }
}
