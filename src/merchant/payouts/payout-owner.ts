import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { OrderHold } from '../orders/order.rules.ts';
import type { Payout, PayoutKind } from './payout.rules.ts';

/** What a payout's end needs: little enough that a command has it too. */
export type PayoutContext = Pick<MerchantContext, 'clock' | 'log'>;

/**
 * Whoever asked for a payout and is told its end, in the transaction of that end and with the payout's row locked.
 * Each changes its order and returns the movements that belong to it, which are posted together with the payout's own.
 */
export interface PayoutOwner {
  /** Whether what it is paid with is still there, asked before it is signed; always, where nothing is said. */
  isBacked?(tx: Tx, payout: Payout): Promise<boolean>;
  /** It waited for a second person, who said yes; `hold` is what it waits for now. */
  approved(tx: Tx, context: PayoutContext, payout: Payout, hold: OrderHold | null): Promise<void>;
  /** It has its confirmations. What was set aside leaves provider:payouts by itself. */
  completed(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
  /**
   * It can never happen. Amount and fee allowance are to be taken back out of provider:payouts: of the allowance what the
   * network took (`lost_fee`) to provider:fees, where that is its owner's to bear.
   */
  failed(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
  /** The chain undid it for good after it was completed. Amount and fee allowance lie in provider:payouts again. */
  reversed(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
  /** After either end: the chain shows now that the network took less in vain, or nothing, than it was told then. */
  lossLessened?(tx: Tx, context: PayoutContext, payout: Payout): Promise<readonly Movement[]>;
}

export type PayoutOwners = Readonly<Partial<Record<PayoutKind, PayoutOwner>>>;

/** Of a payout that was asked for by an order. */
export function orderIdOf(payout: Payout): string {
  assert(payout.order_id !== null, `payout ${payout.id} has no order`);
  return payout.order_id;
}
