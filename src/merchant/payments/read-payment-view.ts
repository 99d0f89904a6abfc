import { isId } from '../../platform/ids.ts';
import type { Tag } from '../../platform/postgres/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { listReceipts } from '../chains/list-receipts.ts';
import type { PaymentException, PaymentStatus } from './payment.rules.ts';
import { sumOf } from './payment.rules.ts';
import { findView } from './view.store.ts';

/** Everything the hosted page shows, and nothing of the customer. */
export interface PaymentView {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly merchantName: string;
  readonly description: string;
  readonly currency: 'EUR';
  readonly amountCents: bigint;
  readonly exceptions: readonly PaymentException[];
  /** Of the time to choose a coin while there is none, then of the time to pay. */
  readonly expiresAt: Date;
  readonly successReturnUrl: string | null;
  readonly failureReturnUrl: string | null;
  readonly coin: CoinCode | null;
  readonly address: string | null;
  readonly destinationTag: string | null;
  readonly paymentUri: string | null;
  readonly coinAmountMinor: bigint | null;
  /** What the chain shows for this coin and address, confirmed or not. */
  readonly receivedMinor: bigint;
  readonly requiredConfirmations: number | null;
  readonly transactions: readonly {
    readonly id: string;
    readonly amountMinor: bigint;
    readonly confirmations: number;
  }[];
}

/** Needs no token: whoever knows the id was given it. */
export async function readPaymentView(sql: Tag, id: string): Promise<PaymentView | undefined> {
  const row = isId(id) ? await findView(sql, id) : undefined;
  if (!row) return undefined;
  const receipts = row.coin === null ? [] : await listReceipts(sql, id);
  const shown = receipts.filter(
    (receipt) => receipt.visible && receipt.coin === row.coin && receipt.destination === row.destination,
  );
  return {
    id: row.id,
    status: row.status,
    merchantName: row.merchant_name,
    description: row.description,
    currency: 'EUR',
    amountCents: row.euro_amount,
    exceptions: row.exceptions,
    expiresAt: row.expires_at,
    successReturnUrl: row.success_return_url,
    failureReturnUrl: row.failure_return_url,
    coin: row.coin,
    address: row.address,
    destinationTag: row.destination_tag,
    paymentUri: row.payment_uri,
    coinAmountMinor: row.coin_amount,
    receivedMinor: sumOf(shown),
    requiredConfirmations: row.required_confirmations,
    transactions: shown.map((receipt) => ({
      id: receipt.transactionId,
      amountMinor: receipt.amountMinor,
      confirmations: receipt.confirmations,
    })),
  };
}
