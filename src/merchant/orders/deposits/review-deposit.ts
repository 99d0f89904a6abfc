import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Price } from '../../assets/asset.rules.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import { getChainState } from '../../chains/state/get-chain-state.ts';
import { listReceipts } from '../../chains/receipts/list-receipts.ts';
import { queueReviews } from '../../chains/reviews/queue-reviews.ts';
import { confirmedAtHeight, isCleared, isDeep, type Receipt } from '../../chains/receipts/receipt.rules.ts';
import { reviewAt, type ReviewRequest } from '../../chains/reviews/review-at.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { creditDeposit } from './credit-deposit.ts';
import { lockAddress, type LockedAddress } from './deposit.store.ts';
import { reverseDeposit } from './reverse-deposit.ts';

/** Orders per transaction. A further review credits the rest. */
const batch = 50;

/** Blocks after which deposits worth less than their fee are reviewed again, because fees change. */
const cheaperBlocks = 100;

export type DepositContext = Pick<MerchantContext, 'clock' | 'log' | 'settings' | 'rates' | 'chains'>;

/** Credits or reverses the receipts at a deposit address according to the current chain. */
export async function reviewDeposit(tx: Tx, context: DepositContext, addressId: string): Promise<void> {
  const address = await lockAddress(tx, addressId);
  if (!address) return;
  const again = { coin: address.coin, purpose: 'deposit', subjectId: addressId } as const;
  const receipts = await listReceipts(tx, addressId);
  const gone = receipts.find((receipt) => receipt.credited && !receipt.visible);
  if (gone) {
    // One per review: a reversal needs no price, and the amount taken back depends on the merchant's balance.
    await queueReviews(tx, [again]);
    return reverseDeposit(tx, context, address, gone);
  }
  const waiting = receipts.filter(
    (receipt) => !receipt.credited && receipt.visible && receipt.confirmations > 0 && isCleared(receipt),
  );
  if (waiting.length === 0) return;
  // Throws without a price, and the review is retried later.
  const price = context.rates.bestForDeposit(`${address.coin}EUR`);
  const confirmed = await listConfirmed(tx, context, address, waiting, price);
  if (confirmed.length > batch) await queueReviews(tx, [again]);
  const movements: Movement[] = [];
  for (const receipt of confirmed.slice(0, batch)) {
    movements.push(...(await creditDeposit(tx, context, address, receipt, price)));
  }
  postMovements(tx, context, movements);
}

/**
 * Returns the receipts with the confirmations required for their value, and schedules a review of the others. The
 * outputs of a transaction count together: splitting a large deposit must not reduce the confirmations. Receipts worth
 * less than the fee to spend them are skipped, because the credited coins could never be spent.
 */
async function listConfirmed(
  tx: Tx,
  context: DepositContext,
  { coin }: LockedAddress,
  waiting: readonly Receipt[],
  price: Price,
): Promise<Receipt[]> {
  const { height, feeRate } = await getChainState(tx, coin);
  const leastMinor = (feeRate !== null && context.chains.get(coin).spendingFee?.(feeRate)) || 0n;
  const amounts = new Map<string, bigint>();
  for (const { transactionId, amountMinor } of waiting) {
    amounts.set(transactionId, (amounts.get(transactionId) ?? 0n) + amountMinor);
  }
  const confirmed: Receipt[] = [];
  const requests: ReviewRequest[] = [];
  for (const receipt of waiting) {
    const cents = valueOf(coin, amounts.get(receipt.transactionId) ?? receipt.amountMinor, price);
    const required = requiredConfirmations(context.settings, coin, cents);
    const deep = isDeep(receipt, required);
    const worthIt = receipt.amountMinor > leastMinor;
    if (deep && worthIt) confirmed.push(receipt);
    const later = worthIt ? null : height + cheaperBlocks;
    requests.push({ receipt, height: deep ? later : confirmedAtHeight(receipt, height, required) });
  }
  await reviewAt(tx, requests);
  return confirmed;
}
