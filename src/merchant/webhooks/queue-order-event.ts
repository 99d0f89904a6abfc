import type { Tx } from '../../platform/postgres/database.ts';
import type { PairCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';

/** An order's status has changed. Amounts are decimal strings already, as the wire has them. */
export interface OrderEvent {
  pspId: number;
  orderId: string;
  orderStatus: string;
  orderTransactionType: 'DEPOSIT' | 'WITHDRAW';
  currencyPair: PairCode;
  cryptocurrencyAmount: string | null;
  orderTotal: string | null;
  customerDetails: object | null;
  paymentAddress: string | null;
  blockchainTransactionId: string | null;
  paymentReferenceId: string | null;
  paymentStatus: string | null;
}

/** In the transaction of the change itself: there is a delivery if and only if the change happened. */
export async function queueOrderEvent(
  _tx: Tx,
  _context: Pick<MerchantContext, 'clock'>,
  _event: OrderEvent,
): Promise<void> {}
