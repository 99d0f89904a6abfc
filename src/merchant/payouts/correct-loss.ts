import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../books/ledger.rules.ts';
import { saveLostFee } from './batches/batch.store.ts';
import { recordSettlement } from './cover-fee.ts';
import type { PayoutContext, PayoutOwners } from './payout-owner.ts';
import { lossCorrectionOf, type Payout } from './payout.rules.ts';

/**
 * Corrects the fee of a payout that ended without effect when the chain shows a different fee, or none because its
 * block is gone. A lower fee is given back to its payer. The provider pays a higher fee, as for all late
 * reorganisations: the payer may have no coins left.
 */
export async function correctLoss(
  tx: Tx,
  context: PayoutContext,
  owners: PayoutOwners,
  payout: Payout,
  lostMinor: bigint,
): Promise<Movement[]> {
  if (lostMinor === payout.lost_fee) return [];
  context.log.warn(
    { payout: payout.id, coin: payout.coin, lost: String(lostMinor), booked: String(payout.lost_fee) },
    'the chain shows another fee for a payout without effect than was booked',
  );
  await saveLostFee(tx, payout.id, lostMinor);
  const corrected = { ...payout, fee: lostMinor, lost_fee: lostMinor };
  const settled = recordSettlement(tx, corrected, `corrected:${payout.fee_corrections + 1}`);
  const isLess = lostMinor < payout.lost_fee;
  const owned = isLess ? await owners[payout.kind]?.lossLessened?.(tx, context, corrected) : undefined;
  return [lossCorrectionOf(payout, lostMinor), ...settled, ...(owned ?? [])];
}
