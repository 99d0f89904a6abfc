import { hash } from 'node:crypto';
import { simulatedNetwork } from '../../chains/simulated/simulated-coin.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PaymentView } from '../views/payment-view.rules.ts';
import { offeredCoins } from '../offered-coins.ts';
import { readPaymentView } from '../views/read-payment-view.ts';
import { missingMinor, phaseOf, type Checkout, type Phase } from './checkout.rules.ts';

export interface FoundCheckout extends Checkout {
  /** Changes whenever the rendered page changes. */
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

/**
 * Returns the payment URI for the missing amount. After a partial payment, a wallet that scans the code must not send
 * the whole sum again.
 */
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

/** Amounts are converted to strings by hand: a JSON.stringify replacer triples the cost. */
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
