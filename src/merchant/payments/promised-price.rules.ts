import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';

const pattern = /^([A-Z]{3})=(\d{1,5})$/;

/** Reads `['BTC=120', …]`, which names every coin; where it is wrong, gives the end of a sentence that says how. */
export function parseMinutes(items: readonly string[]): Readonly<Record<CoinCode, number>> | string {
  const all = new Map<string, number>();
  for (const item of items) {
    const [, code = '', minutes = ''] = pattern.exec(item) ?? [];
    if (code === '') return `says ${item}, which is not of the form BTC=120`;
    const coin = coinCodes.find((candidate) => candidate === code);
    if (!coin) return `names ${code}, which is no coin`;
    all.set(coin, Number(minutes));
  }
  const missing = coinCodes.find((coin) => !all.has(coin));
  return missing ? `says nothing of ${missing}` : (Object.fromEntries(all) as Record<CoinCode, number>);
}

/** How long after the time to pay coins that were seen in it may take to get into a block. */
export function timeToBeMinedMs(
  settings: { readonly PAYMENT_BLOCK_MINUTES: readonly string[] },
  coin: CoinCode,
): number {
  const all = parseMinutes(settings.PAYMENT_BLOCK_MINUTES);
  if (typeof all === 'string') throw new TypeError(`PAYMENT_BLOCK_MINUTES ${all}`);
  return all[coin] * 60_000;
}
