import type { CoinCode } from '../../assets/asset.rules.ts';
import { parseCoinNumbers } from '../../assets/coin-numbers.rules.ts';

/** Parses items such as `BTC=6`. */
export const parseBumpBlocks = (items: readonly string[]) => parseCoinNumbers(items, 'BTC=6');

/** Returns the height from which an unmined transaction waits too long; null if it is never raised automatically. */
export function bumpHeight(
  settings: { readonly PAYOUT_BUMP_BLOCKS: readonly string[] },
  coin: CoinCode,
  height: number,
): number | null {
  const bumpBlocks = parseBumpBlocks(settings.PAYOUT_BUMP_BLOCKS);
  if (typeof bumpBlocks === 'string') throw new TypeError(`PAYOUT_BUMP_BLOCKS ${bumpBlocks}`);
  return bumpBlocks[coin] === 0 ? null : height + bumpBlocks[coin];
}
