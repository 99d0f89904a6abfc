import type { Payer } from '../../chains/chain.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { raisedRate } from './batch.rules.ts';
import { formatFeeRate } from './fee-rate.rules.ts';
import type { BatchFacts } from './read-batch.ts';

/**
 * The rate that a batch is raised to, or why it is not. Who asks for it without the keys does not know how far they go;
 * whoever has them looks again.
 */
export function findNextRate(
  { settings }: Pick<MerchantContext, 'settings'>,
  payer: Pick<Payer, 'whenStuck' | 'highestFeeRate'> | undefined,
  facts: BatchFacts,
  asked: bigint | null,
): bigint | string {
  const { batch, transactions, state } = facts;
  const hopeless = payer && findHopeless(payer, facts);
  if (hopeless !== undefined) return hopeless;
  if (state.feeRate === null) return 'the node names no fee rate';
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
): string | undefined {
  if (whenStuck === 'expire') return 'it is signed anew once its last block has passed';
  if (transactions.some((one) => one.excludedConfirmations > 0)) {
    return 'another transaction has used its funds';
  }
  const newest = transactions.at(-1);
  const before = transactions.slice(0, -1);
  // Where it is the fee that the node does not like, a higher one may help: somebody may have spent what was paid.
  const forOtherReasons =
    batch.trouble !== null && !/fee|underpriced|ReplacementNotAllowed/i.test(batch.trouble);
  const kept = newest?.visible === false && before.some((one) => one.visible);
  return whenStuck === 'replace' && kept && forOtherReasons
    ? 'the node keeps the transaction before, and does not take the newest'
    : undefined;
}
