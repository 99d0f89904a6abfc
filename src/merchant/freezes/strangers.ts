import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { insertKnownStrangers, selectStranger } from './stranger.store.ts';

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

/** A person has compared the wallet with the chain: what is there by now is no reason to stop again. */
export function acceptStrangers(tx: Tx, coins: readonly CoinCode[], now: Date): Promise<void> {
  return insertKnownStrangers(tx, coins, now);
}
