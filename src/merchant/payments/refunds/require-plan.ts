import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { invalidField } from '../../../platform/problem.ts';
import { euroDecimals, formatAsset } from '../../assets/asset.rules.ts';
import { readAmount } from '../../assets/read-amount.ts';
import { getChainState, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import { availableTo } from '../../books/ledger.rules.ts';
import { readBalance } from '../../books/read-balance.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { refundableCents, type Refundable } from '../judging/refundable.rules.ts';
import { estimateFeeCents } from '../../payouts/cover-fee.ts';
import { planRefund, type RefundFault, type RefundPlan } from './refund.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

interface PlannedRefund {
  readonly pspId: number;
  readonly requestedCents: bigint | undefined;
  readonly recipientWeight: number | undefined;
}

/**
 * Plans a refund of this amount at the present price, for a refund or a quote. The recipient's weight is undefined if
 * it is the usual one or not known yet.
 */
export async function requirePlan(
  sql: Tag,
  context: Pick<MerchantContext, 'chains' | 'rates' | 'settings'>,
  refundable: Refundable,
  { pspId, requestedCents, recipientWeight }: PlannedRefund,
): Promise<RefundPlan> {
  const chain = context.chains.get(refundable.coin);
  const { feeRate } = requireReadyChain(await getChainState(sql, refundable.coin));
  const plan = planRefund(refundable, {
    requestedCents,
    feeMinor: chain.usualFee(feeRate, recipientWeight),
    feeCents: estimateFeeCents(context, chain, feeRate, recipientWeight),
    balanceCents: await readBalance(sql, availableTo(pspId), 'EUR'),
    buyPrice: () => context.rates.bestForWithdraw(`${refundable.coin}EUR`),
  });
  if (typeof plan === 'string') throw faultOf(plan, refundable);
  return plan;
}

/** Parses the amount. Undefined requests the whole refundable amount. */
export const readRefundAmount = (given: string | number | undefined): bigint | undefined =>
  given === undefined ? undefined : readAmount('refund_amount', given, euroDecimals);

function faultOf(fault: RefundFault, refundable: Refundable): Error {
  const all = formatAsset('EUR', refundableCents(refundable));
  switch (fault) {
    case 'too_much':
      return invalidField('refund_amount', 'too_large', merchantWords.atMost, { most: all });
    case 'not_whole':
      return invalidField('refund_amount', 'too_small', merchantWords.refundedWhole, { amount: all });
    case 'too_small':
      return problem('payment_not_refundable', {
        say: merchantWords.dustAfterFee,
      });
    case 'below_fee':
      return problem('payment_not_refundable', {
        say: merchantWords.feeAboveWorth,
      });
  }
}
