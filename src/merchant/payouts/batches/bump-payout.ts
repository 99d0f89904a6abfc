import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { coins, type CoinCode } from '../../assets/asset.rules.ts';
import { isFrozen } from '../../chains/freezes/freeze-payouts.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PayoutStatus } from '../payout.rules.ts';
import { findPayoutPlace } from '../payout.store.ts';
import { askForBump } from './batch.store.ts';
import { formatFeeRate } from './fee-rate.rules.ts';
import { findNextRate } from './next-rate.ts';
import { lockBatchFacts } from './read-batch.ts';
import type { Sentence } from '../../../platform/problem.ts';

export type BumpContext = Pick<MerchantContext, 'sql' | 'chains' | 'settings'>;

export type BumpOutcome =
  | 'unknown'
  | 'mined'
  | 'expires'
  | 'frozen'
  | Exclude<PayoutStatus, 'SIGNED'>
  /** The accepted rate, in the unit that people use. */
  | { readonly asked: string }
  | { readonly refused: Sentence };

/**
 * Requests a higher fee: the given rate, or without one the next step. The process with the keys raises it within
 * seconds. A request that it would refuse is refused here already.
 */
export async function bumpPayout(
  context: BumpContext,
  id: string,
  readRate: ((coin: CoinCode) => bigint) | null,
  recorded?: Beside<[rate: string]>,
): Promise<BumpOutcome> {
  if (!isId(id)) return 'unknown';
  return transaction(context.sql, async (tx) => {
    const outcome = await ask(tx, context, id, readRate);
    if (typeof outcome === 'object' && 'asked' in outcome) await recorded?.(tx, outcome.asked);
    return outcome;
  });
}

async function ask(
  tx: Tx,
  context: BumpContext,
  id: string,
  readRate: ((coin: CoinCode) => bigint) | null,
): Promise<BumpOutcome> {
  const place = await findPayoutPlace(tx, id);
  if (!place) return 'unknown';
  const { status, batch_id: batchId, coin } = place;
  if (batchId === null || (status !== 'SIGNED' && status !== 'COMPLETED')) return status as 'RESERVED';
  if (coins[coin].expires) return 'expires';
  const asked = readRate && readRate(coin);
  if (await isFrozen(tx, coin)) return 'frozen';
  const facts = await lockBatchFacts(tx, batchId);
  if (!facts || facts.transactions.some((one) => one.confirmations > 0)) return 'mined';
  const rate = findNextRate(context, context.chains.find(coin)?.payer, facts, asked);
  if (typeof rate !== 'bigint') return { refused: rate };
  await askForBump(tx, batchId, asked);
  return { asked: formatFeeRate(coin, rate) };
}
