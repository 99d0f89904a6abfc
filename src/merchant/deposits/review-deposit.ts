import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Price } from '../assets/asset.rules.ts';
import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import { getChainState } from '../chains/state/get-chain-state.ts';
import { listReceipts } from '../chains/receipts/list-receipts.ts';
import { queueReviews } from '../chains/reviews/queue-reviews.ts';
import { confirmedAtHeight, isCleared, isDeep, type Receipt } from '../chains/receipts/receipt.rules.ts';
import { reviewAt, type ReviewRequest } from '../chains/reviews/review-at.ts';
import { valueOf } from '../conversions/conversion.rules.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { creditDeposit } from './credit-deposit.ts';
import { lockAddress, type LockedAddress } from './deposit.store.ts';
import { reverseDeposit } from './reverse-deposit.ts';

/** So many orders in one transaction at most; another review takes the rest. */
const batch = 50;

/** After so many what is worth less than its fee is looked at again: fees change. */
const cheaperBlocks = 100;

export type DepositContext = Pick<MerchantContext, 'clock' | 'log' | 'settings' | 'rates' | 'chains'>;

/** Credits or reverses what came to a deposit address, by what the chain shows of it now. */
export async function reviewDeposit(tx: Tx, context: DepositContext, addressId: string): Promise<void> {
  const address = await lockAddress(tx, addressId);
  if (!address) return;
  const again = { coin: address.coin, purpose: 'deposit', subjectId: addressId } as const;
  const receipts = await listReceipts(tx, addressId);
  const gone = receipts.find((receipt) => receipt.credited && !receipt.visible);
  if (gone) {
    // One at a time: it needs no price, and how much can be taken back depends on what the merchant has left.
    await queueReviews(tx, [again]);
    return reverseDeposit(tx, context, address, gone);
  }
  const waiting = receipts.filter(
    (receipt) => !receipt.credited && receipt.visible && receipt.confirmations > 0 && isCleared(receipt),
  );
  if (waiting.length === 0) return;
  // Without a price this throws, and the review is tried again later: nothing is ever sold at a guess.
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
 * Those that lie deep enough for what they are worth; the others are looked at again when they do. The outputs of a
 * transaction count together: whoever cuts a large deposit into small ones must not get by with fewer confirmations.
 * What spending it would cost more than it is worth is left: whoever credited it would pay for coins that nobody can use.
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
