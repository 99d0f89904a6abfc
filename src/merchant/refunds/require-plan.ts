import type { Tag } from '../../platform/postgres/client/sql.ts';
import { invalidField } from '../../platform/problem.ts';
import { euroDecimals, formatAsset } from '../assets/asset.rules.ts';
import { readAmount } from '../assets/read-amount.ts';
import { getChainState, requireReadyChain } from '../chains/state/get-chain-state.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { refundableCents, type Refundable } from '../payments/judging/refundable.rules.ts';
import { estimateFeeCents } from '../payouts/cover-fee.ts';
import { planRefund, type RefundFault, type RefundPlan } from './refund.rules.ts';

/** What a refund of so much would be at this moment: for whoever does it, and for whoever asks before. */
export async function requirePlan(
  sql: Tag,
  context: Pick<MerchantContext, 'chains' | 'rates' | 'settings'>,
  refundable: Refundable,
  wishedCents: bigint | undefined,
): Promise<RefundPlan> {
  const chain = context.chains.get(refundable.coin);
  const { feeRate } = requireReadyChain(await getChainState(sql, refundable.coin));
  const plan = planRefund(refundable, {
    wishedCents,
    feeMinor: chain.usualFee(feeRate),
    feeCents: estimateFeeCents(context, chain, feeRate),
    buyPrice: () => context.rates.bestForWithdraw(`${refundable.coin}EUR`),
  });
  if (typeof plan === 'string') throw faultOf(plan, refundable);
  return plan;
}

/** All that is refundable, where nothing is said. */
export const readRefundAmount = (given: string | number | undefined): bigint | undefined =>
  given === undefined ? undefined : readAmount('refund_amount', given, euroDecimals);

function faultOf(fault: RefundFault, refundable: Refundable): Error {
  const all = formatAsset('EUR', refundableCents(refundable));
  switch (fault) {
    case 'too_much':
      return invalidField('refund_amount', 'too_large', `must be at most ${all}`);
    case 'not_whole':
      return invalidField(
        'refund_amount',
        'too_small',
        `must be ${all} or left out: what was not accepted is refunded whole`,
      );
    case 'too_small':
      return problem('payment_not_refundable', {
        detail: 'After the fee less would be left than the network passes on.',
      });
    case 'below_fee':
      return problem('payment_not_refundable', {
        detail: 'The network takes more for sending it than it is worth.',
      });
  }
}
