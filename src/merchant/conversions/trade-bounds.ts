import { formatAmount } from '../../platform/money.ts';
import { tradeDecimalsOf, type CoinCode } from '../assets/asset.rules.ts';
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
