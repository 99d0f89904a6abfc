import { formatAmount } from '../../platform/money.ts';
import { StartError } from '../../platform/start-error.ts';
import { coinCodes, tradeDecimalsOf, type CoinCode } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { parseBounds, type Bounds } from './conversion.rules.ts';

type BoundSettings = Pick<MerchantSettings, 'TRADE_MINIMUM' | 'TRADE_MAXIMUM'>;

export interface BoundsFault {
  readonly code: 'too_small' | 'too_large';
  /** How a sentence about the amount ends. */
  readonly message: string;
}

/** What is wrong with so many units of a trade; nothing where they are within the bounds of their coin. */
export function findBoundsFault(
  settings: BoundSettings,
  coin: CoinCode,
  coinUnits: bigint,
): BoundsFault | undefined {
  const show = (units: bigint): string => `${formatAmount(units, tradeDecimalsOf(coin))} ${coin}`;
  const least = boundsOf(settings.TRADE_MINIMUM)[coin];
  const most = boundsOf(settings.TRADE_MAXIMUM)[coin];
  if (coinUnits < least) return { code: 'too_small', message: `must come to at least ${show(least)}` };
  if (coinUnits > most) return { code: 'too_large', message: `must come to at most ${show(most)}` };
  return undefined;
}

/** Throws a sentence where no amount of a coin would be within them. */
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

/** The settings were checked when the process started; they are read into numbers once. */
function boundsOf(items: readonly string[]): Bounds {
  const found = known.get(items);
  if (found) return found;
  const parsed = parseBounds(items);
  if (typeof parsed === 'string') throw new TypeError(parsed);
  known.set(items, parsed);
  return parsed;
}
