import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../books/ledger.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { OrderHold } from '../orders/order.rules.ts';
import type { Payout, PayoutKind } from './payout.rules.ts';

/** The context for ending a payout, small enough for commands to have it. */
export type PayoutContext = Pick<MerchantContext, 'clock' | 'log'>;

/**
 * Handles the stages of a payout for the feature that requested it. The handlers run in the transaction of the change,
 * with the payout's row locked. They change the order and return movements, which are posted together with the payout's
 * own.
 */
export interface PayoutOwner {
  /**
   * Returns false if the coins behind the payout are gone. It is asked before signing; without this handler they are
   * assumed present.
   */
  isBacked?(tx: Tx, payout: Payout): Promise<boolean>;
  /** Called after a second person's approval. `hold` is the next decision that the payout waits for. */
  approved(tx: Tx, context: PayoutContext, payout: Payout, hold: OrderHold | null): Promise<void>;
  /** Called when the payout has its confirmations. The payout's own movements empty provider:payouts. */
  completed(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
  /**
   * Called when the payout can no longer be mined. Moves amount and fee allowance out of provider:payouts. If this
   * owner bears the lost fee (`lost_fee`), it goes from the allowance to provider:fees.
   */
  failed(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
  /**
   * Called when the chain removes a completed payout for good. Amount and fee allowance are in provider:payouts again.
   */
  reversed(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
  /** Called after a failure or reversal when the lost fee turns out lower than booked. */
  lossLessened?(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
}

export type PayoutOwners = Readonly<Partial<Record<PayoutKind, PayoutOwner>>>;

export function orderIdOf(payout: Payout): string {
  assert(payout.order_id !== null, `payout ${payout.id} has no order`);
  return payout.order_id;
}
