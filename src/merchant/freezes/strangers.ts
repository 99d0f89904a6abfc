import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { queueReviews } from '../chains/reviews/queue-reviews.ts';
import {
  insertKnownStrangers,
  listExcluded,
  listPutOff,
  selectStranger,
  selectUnknown,
} from './stranger.store.ts';

/** Deeper than any reorganisation that is followed: what was looked at below stays as it was. */
const settledBlocks = 1000;

/**
 * Looks for transactions of our wallet that this database knows nothing of: a restored backup has forgotten them, or
 * somebody else has the keys. Blocks that were looked at once are not looked at again.
 */
export class StrangerWatch {
  #lookedAt = -1;

  /** Their first, among all that was read up to `height`. The caller keeps the chain still, or does not mind. */
  async find(tx: Tx, coin: CoinCode, height: number): Promise<string | undefined> {
    const found = await selectStranger(tx, coin, this.#lookedAt);
    if (found === undefined) this.#lookedAt = Math.max(this.#lookedAt, height - settledBlocks);
    return found;
  }
}

/** Of transactions that use up what ours would have used the first that this database and people know nothing of. */
export async function findUnknownStranger(
  tx: Tx,
  coin: CoinCode,
  transactionIds: readonly string[],
): Promise<string | undefined> {
  return transactionIds.length === 0 ? undefined : selectUnknown(tx, coin, transactionIds);
}

/**
 * A person has compared the wallet with the chain: what is there by now is no reason to stop again. What it has made
 * impossible is looked at, with all else that was found dead meanwhile.
 */
export async function acceptStrangers(tx: Tx, coins: readonly CoinCode[], now: Date): Promise<void> {
  await insertKnownStrangers(tx, coins, now);
  const waiting = [...(await listExcluded(tx, coins)), ...(await listPutOff(tx, coins))];
  await queueReviews(
    tx,
    waiting.map(({ coin, subject_id: subjectId }) => ({ coin, purpose: 'payout', subjectId })),
  );
}
