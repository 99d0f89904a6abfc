import { hash } from 'node:crypto';
import { simulatedNetwork } from '../chains/simulated/simulated-coin.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { PaymentView } from '../payments/views/payment-view.rules.ts';
import { offeredCoins } from '../payments/offered-coins.ts';
import { readPaymentView } from '../payments/views/read-payment-view.ts';
import { missingMinor, phaseOf, type Checkout, type Phase } from './checkout.rules.ts';

export interface FoundCheckout extends Checkout {
  /** Differs where the page differs. */
  readonly version: string;
}

export async function findCheckout(
  context: MerchantContext,
  paymentId: string,
): Promise<FoundCheckout | undefined> {
  const view = await readPaymentView(context.sql, paymentId);
  if (!view) return undefined;
  const phase = phaseOf(view, context.clock.nowMs());
  const checkout = {
    view,
    phase,
    paymentUri: requestRest(context, view, phase),
    coins: view.coin === null ? offeredCoins(context, view.amountCents) : context.chains.codes,
    testCoins: isSimulated(context, view),
  };
  return { ...checkout, version: versionOf(checkout) };
}

/** A wallet that scans the code must not send all of it again where a part has come. */
function requestRest(context: MerchantContext, view: PaymentView, phase: Phase): string | null {
  if (phase !== 'rest' || view.coin === null || view.address === null) return view.paymentUri;
  const book = context.chains.find(view.coin)?.addresses;
  const parsed = book?.parse(view.address, view.destinationTag);
  return book && parsed && 'address' in parsed
    ? book.paymentUri(parsed.address, missingMinor(view))
    : view.paymentUri;
}

export function isSimulated(context: MerchantContext, view: PaymentView): boolean {
  return view.coin !== null && context.chains.find(view.coin)?.network === simulatedNetwork;
}

/** Amounts are written as text by hand: a function that JSON.stringify asks for each value costs thrice the whole. */
function versionOf({ view, ...others }: Checkout): string {
  const amounts = {
    amountCents: String(view.amountCents),
    coinAmountMinor: view.coinAmountMinor === null ? null : String(view.coinAmountMinor),
    receivedMinor: String(view.receivedMinor),
    transactions: view.transactions.map((transaction) => ({
      ...transaction,
      amountMinor: String(transaction.amountMinor),
    })),
  };
  const text = JSON.stringify({ view: { ...view, ...amounts }, ...others });
  return hash('sha256', text, 'base64url').slice(0, 16);
}
