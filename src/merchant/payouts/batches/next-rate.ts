import type { Payer } from '../../chains/chain.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { raisedRate } from './batch.rules.ts';
import { formatFeeRate } from './fee-rate.rules.ts';
import type { BatchFacts } from './read-batch.ts';
import type { Sentence } from '../../../platform/problem.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

/**
 * Returns the rate for the next raise, or the reason against it. A process without keys does not know the limit of the
 * keys, so the process with the keys checks again.
 */
export function findNextRate(
  { settings }: Pick<MerchantContext, 'settings'>,
  payer: Pick<Payer, 'whenStuck' | 'highestFeeRate'> | undefined,
  facts: BatchFacts,
  asked: bigint | null,
): bigint | Sentence {
  const { batch, transactions, state } = facts;
  const hopeless = payer && findHopeless(payer, facts);
  if (hopeless !== undefined) return hopeless;
  if (state.feeRate === null) return { say: payoutWords.noFeeRate };
  return raisedRate({
    estimate: state.feeRate,
    first: transactions[0]?.fee_rate ?? null,
    newest: transactions.at(-1)?.fee_rate ?? null,
    asked,
    mostTimes: BigInt(settings.PAYOUT_FEE_LIMIT),
    highest: payer?.highestFeeRate ?? null,
    show: (rate) => formatFeeRate(batch.coin, rate),
  });
}

function findHopeless(
  { whenStuck }: Pick<Payer, 'whenStuck'>,
  { batch, transactions }: BatchFacts,
): Sentence | undefined {
  if (whenStuck === 'expire') return { say: payoutWords.signedAgainLater };
  if (transactions.some((one) => one.excludedConfirmations > 0)) {
    return { say: payoutWords.fundsUsed };
  }
  const newest = transactions.at(-1);
  const before = transactions.slice(0, -1);
  // If a node refuses the transaction because of its fee, a higher fee may help. Otherwise its inputs may have been
  // spent by another wallet.
  const forOtherReasons =
    batch.trouble !== null && !/fee|underpriced|ReplacementNotAllowed/i.test(sayStored('en', batch.trouble));
  const kept = newest?.visible === false && before.some((one) => one.visible);
  return whenStuck === 'replace' && kept && forOtherReasons ? { say: payoutWords.newestNotTaken } : undefined;
}
