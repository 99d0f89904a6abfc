import { hash } from 'node:crypto';
import { simulatedNetwork } from '../../chains/simulated/simulated-coin.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PaymentView } from '../views/payment-view.rules.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import { estimateCoins, offeredCoins } from '../offered-coins.ts';
import { readPaymentView } from '../views/read-payment-view.ts';
import { estimateOf, missingMinor, phaseOf, renewalOf, type Checkout, type Phase } from './checkout.rules.ts';

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
  const nowMs = context.clock.nowMs();
  const phase = phaseOf(view, nowMs);
  const coins = view.coin === null ? offeredCoins(context, view.amountCents) : context.chains.codes;
  const checkout = {
    view,
    phase,
    paymentUri: requestRest(context, view, phase),
    coins,
    renewal: renewalOf(view, phase, nowMs),
    testCoins: isSimulated(context, view),
  };
  // Estimates move with each price and must not redraw the page.
  return { ...checkout, estimates: estimatesFor(context, checkout), version: versionOf(checkout) };
}

/** Returns estimates for the coins that the page offers. */
function estimatesFor(
  context: MerchantContext,
  { view, phase, coins }: Pick<Checkout, 'view' | 'phase' | 'coins'>,
): Checkout['estimates'] {
  if (phase !== 'choose' && phase !== 'pay') return new Map();
  return new Map(
    coins.flatMap((coin) => {
      const units = estimateCoins(context, coin, view.amountCents);
      if (units === undefined) return [];
      const confirmations = requiredConfirmations(context.settings, coin, view.amountCents);
      return [[coin, estimateOf(coin, units, confirmations)]];
    }),
  );
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
function versionOf({ view, ...others }: Omit<Checkout, 'estimates'>): string {
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
