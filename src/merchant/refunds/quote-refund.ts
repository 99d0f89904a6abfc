import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { refundableCents, refundableOf } from '../payments/judging/refundable.rules.ts';
import type { PaymentLookup } from '../payments/views/get-payment.ts';
import type { RefundPlan } from './refund.rules.ts';
import { readRefundAmount, requirePlan } from './require-plan.ts';

export interface RefundQuote {
  readonly coin: CoinCode;
  /** All that could be refunded. */
  readonly refundableCents: bigint;
  /** Only whole: the coins go back as they came. */
  readonly isWhole: boolean;
  readonly plan: RefundPlan;
}

/**
 * What a refund of a payment would cost and bring now, by the plan that the refund itself is made by. Nothing is promised:
 * prices and fees move until it is done.
 */
export async function quoteRefund(
  context: Pick<MerchantContext, 'sql' | 'chains' | 'rates' | 'settings'>,
  { records }: PaymentLookup,
  wished: string | undefined,
): Promise<RefundQuote> {
  const wishedCents = readRefundAmount(wished);
  const refundable = refundableOf(
    records,
    (coin, cents) => requiredConfirmations(context.settings, coin, cents),
    (coin) => context.rates.bestForDeposit(`${coin}EUR`),
  );
  if (refundable === 'confirming') throw problem('payment_confirming');
  if (!refundable) {
    throw problem('payment_not_refundable', { detail: `The payment is ${records.payment.status}.` });
  }
  return {
    coin: refundable.coin,
    refundableCents: refundableCents(refundable),
    isWhole: refundable.creditedCents === null,
    plan: await requirePlan(context.sql, context, refundable, wishedCents),
  };
}
