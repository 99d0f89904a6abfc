import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import { askRecipient } from '../../chains/recipients/ask-recipient.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findStatedAddress } from '../facts/payment.rules.ts';
import { refundableCents, refundableOf } from '../judging/refundable.rules.ts';
import type { PaymentLookup } from '../views/get-payment.ts';
import type { RefundPlan } from './refund.rules.ts';
import { readRefundAmount, requirePlan } from './require-plan.ts';
import { refuseNothing } from './require-refundable.ts';

export interface RefundQuote {
  readonly coin: CoinCode;
  /** The whole refundable amount. */
  readonly refundableCents: bigint;
  /** Whether only the whole amount can be refunded, because the coins go back as they came. */
  readonly isWhole: boolean;
  readonly plan: RefundPlan;
}

/**
 * Returns the cost and amount of a refund made now, from the same plan as the refund itself, to the given or stated
 * address. It is not binding: prices and fees change. A claimed link gives up its own share.
 */
export async function quoteRefund(
  context: Pick<MerchantContext, 'sql' | 'chains' | 'rates' | 'settings' | 'log'>,
  pspId: number,
  { records }: PaymentLookup,
  requested: string | undefined,
  givenAddress: string,
  claimedLinkId?: string,
): Promise<RefundQuote> {
  const requestedCents = readRefundAmount(requested);
  const refundable = refuseNothing(
    refundableOf(
      records,
      (coin, cents) => requiredConfirmations(context.settings, coin, cents),
      (coin) => context.rates.bestForDeposit(`${coin}EUR`),
      records.links.filter(({ id }) => id !== claimedLinkId),
    ),
    records.payment.status,
  );
  const { coin } = refundable;
  const address = givenAddress.trim() || (findStatedAddress(records.payment, coin)?.address ?? '');
  const asked = address === '' ? [] : await askRecipient(context, address, null);
  const weight = asked.find((one) => one.coin === coin)?.traits?.weight;
  return {
    coin,
    refundableCents: refundableCents(refundable),
    isWhole: refundable.creditedCents === null,
    plan: await requirePlan(context.sql, context, refundable, {
      pspId,
      requestedCents,
      recipientWeight: weight,
    }),
  };
}
