import { formatAmount } from '../../../platform/money.ts';
import { StartError } from '../../../platform/start-error.ts';
import { coinCodes, tradeDecimalsOf, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { parseBounds, type Bounds } from './conversion.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';
import type { Sentence } from '../../../platform/problem.ts';

type BoundSettings = Pick<MerchantSettings, 'TRADE_MINIMUM' | 'TRADE_MAXIMUM'>;

export interface BoundsFault extends Sentence {
  readonly code: 'too_small' | 'too_large';
}

/** Returns the error for an amount outside the bounds of its coin; undefined if it is within. */
export function findBoundsFault(
  settings: BoundSettings,
  coin: CoinCode,
  coinUnits: bigint,
): BoundsFault | undefined {
  const show = (units: bigint): string => `${formatAmount(units, tradeDecimalsOf(coin))} ${coin}`;
  const least = boundsOf(settings.TRADE_MINIMUM)[coin];
  const most = boundsOf(settings.TRADE_MAXIMUM)[coin];
  if (coinUnits < least)
    return { code: 'too_small', say: merchantWords.comeToAtLeast, values: { least: show(least) } };
  if (coinUnits > most)
    return { code: 'too_large', say: merchantWords.comeToAtMost, values: { most: show(most) } };
  return undefined;
}

/** Throws an error if a coin's minimum is above its maximum. */
export function checkTradeBounds(settings: BoundSettings): void {
  const [least, most] = [boundsOf(settings.TRADE_MINIMUM), boundsOf(settings.TRADE_MAXIMUM)];
  const coin = coinCodes.find((candidate) => least[candidate] > most[candidate]);
  if (!coin) return;
  const show = (items: readonly string[]) => items.findLast((item) => item.startsWith(`${coin}=`));
  throw new StartError(
    `TRADE_MINIMUM says ${show(settings.TRADE_MINIMUM)} and TRADE_MAXIMUM ${show(settings.TRADE_MAXIMUM)}: every conversion of ${coin} would be refused.`,
  );
}

const known = new WeakMap<readonly string[], Bounds>();

/** Caches the parsed settings, which were checked at the start. */
function boundsOf(items: readonly string[]): Bounds {
  const found = known.get(items);
  if (found) return found;
  const parsed = parseBounds(items);
  if (typeof parsed === 'string') throw new TypeError(parsed);
  known.set(items, parsed);
  return parsed;
}
