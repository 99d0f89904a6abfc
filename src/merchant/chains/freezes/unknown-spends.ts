import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { queueReviews } from '../reviews/queue-reviews.ts';
import {
  insertKnownSpends,
  listExcluded,
  listPutOff,
  selectUnknownSpend,
  selectUnknown,
} from './unknown-spend.store.ts';

/**
 * Number of newest blocks that are searched again. No reorganisation that is followed is deeper, so older blocks do not
 * change after a search.
 */
const settledBlocks = 1000;

/**
 * Searches for transactions of our wallet that this database does not know: a restored backup lacks them, or another
 * party has the keys. Searches the newest blocks each time, and older blocks once.
 */
export class UnknownSpendWatch {
  #lookedAt = -1;

  /**
   * Returns the first unknown spend in the blocks read up to `height`. If blocks are unwound at the same time, the
   * result may be outdated; the caller prevents that if it matters.
   */
  async find(tx: Tx, coin: CoinCode, height: number): Promise<string | undefined> {
    const found = await selectUnknownSpend(tx, coin, this.#lookedAt);
    if (found === undefined) this.#lookedAt = Math.max(this.#lookedAt, height - settledBlocks);
    return found;
  }
}

/** Returns the first unknown spend among these transactions, which exclude transactions of ours. */
export async function findUnknownSpend(
  tx: Tx,
  coin: CoinCode,
  transactionIds: readonly string[],
): Promise<string | undefined> {
  return transactionIds.length === 0 ? undefined : selectUnknown(tx, coin, transactionIds);
}

/**
 * Marks the present unknown spends as known, after an operator has compared the wallet with the chain. Queues reviews
 * of the payouts that these spends made impossible, and of the batches that became impossible during the freeze.
 */
export async function acceptUnknownSpends(tx: Tx, coins: readonly CoinCode[], now: Date): Promise<void> {
  await insertKnownSpends(tx, coins, now);
  const waiting = [...(await listExcluded(tx, coins)), ...(await listPutOff(tx, coins))];
  await queueReviews(
    tx,
    waiting.map(({ coin, subject_id: subjectId }) => ({ coin, purpose: 'payout', subjectId })),
  );
}
