import { coinCodes, type CoinCode } from './asset.rules.ts';

const pattern = /^([A-Z]{3})=(\d{1,5})$/;

/**
 * Parses a list such as `['BTC=120', …]`, which must name every coin. If it is wrong, returns the end of an error
 * sentence.
 */
export function parseCoinNumbers(
  items: readonly string[],
  example: string,
): Readonly<Record<CoinCode, number>> | string {
  const all = new Map<CoinCode, number>();
  for (const item of items) {
    const [, code = '', number] = pattern.exec(item) ?? [];
    if (code === '') return `says ${item}, which is not of the form ${example}`;
    const coin = coinCodes.find((candidate) => candidate === code);
    if (!coin) return `names ${code}, which is no coin`;
    all.set(coin, Number(number));
  }
  const missing = coinCodes.find((coin) => !all.has(coin));
  return missing ? `says nothing of ${missing}` : (Object.fromEntries(all) as Record<CoinCode, number>);
}
