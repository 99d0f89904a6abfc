import { formatAmount, parseAmount } from '../../../platform/money.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/**
 * Rate units that people use, with their decimals relative to the unit of the coin: per 1 000 bytes, wei per gas,
 * drops.
 */
const units: Record<CoinCode, { readonly decimals: number; readonly name: string }> = {
  BTC: { decimals: 3, name: 'sat/vB' },
  LTC: { decimals: 3, name: 'litoshi/vB' },
  BCH: { decimals: 3, name: 'sat/B' },
  ETH: { decimals: 9, name: 'gwei' },
  XRP: { decimals: 0, name: 'drops' },
};

export const feeRateUnit = (coin: CoinCode): string => units[coin].name;

/** Formats a rate, for example `12.5 sat/vB`. */
export function formatFeeRate(coin: CoinCode, rate: bigint): string {
  const { decimals, name } = units[coin];
  const shown = formatAmount(rate, decimals);
  return `${shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown} ${name}`;
}

/** Returns undefined if the text is not a rate. */
export function parseFeeRate(coin: CoinCode, text: string): bigint | undefined {
  const parsed = parseAmount(text, units[coin].decimals);
  return 'minor' in parsed && parsed.minor > 0n ? parsed.minor : undefined;
}
