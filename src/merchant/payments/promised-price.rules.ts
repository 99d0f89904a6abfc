import type { CoinCode } from '../assets/asset.rules.ts';
import { parseCoinNumbers } from '../assets/coin-numbers.rules.ts';

/** Parses items such as `['BTC=120', …]`. */
export const parseMinutes = (items: readonly string[]) => parseCoinNumbers(items, 'BTC=120');

/** Returns the time in milliseconds after the payment deadline within which coins seen in time must be mined. */
export function timeToBeMinedMs(
  settings: { readonly PAYMENT_BLOCK_MINUTES: readonly string[] },
  coin: CoinCode,
): number {
  const all = parseMinutes(settings.PAYMENT_BLOCK_MINUTES);
  if (typeof all === 'string') throw new TypeError(`PAYMENT_BLOCK_MINUTES ${all}`);
  return all[coin] * 60_000;
}
