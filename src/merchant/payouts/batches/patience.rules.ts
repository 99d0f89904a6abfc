import type { CoinCode } from '../../assets/asset.rules.ts';
import { parseCoinNumbers } from '../../assets/coin-numbers.rules.ts';

/** Of `['BTC=6', …]`. */
export const parsePatience = (items: readonly string[]) => parseCoinNumbers(items, 'BTC=6');

/** The height from which a transaction that is in no block waits too long; null: never by itself. */
export function bumpHeight(
  settings: { readonly PAYOUT_BUMP_BLOCKS: readonly string[] },
  coin: CoinCode,
  height: number,
): number | null {
  const patience = parsePatience(settings.PAYOUT_BUMP_BLOCKS);
  if (typeof patience === 'string') throw new TypeError(`PAYOUT_BUMP_BLOCKS ${patience}`);
  return patience[coin] === 0 ? null : height + patience[coin];
}
