import { coinCodes, type CoinCode } from '../../assets/asset.rules.ts';

const pattern = /^([A-Z]{3})=(\d{1,5})$/;

/** Reads `['BTC=6', …]`, which names every coin; where it is wrong, gives the end of a sentence that says how. */
export function parsePatience(items: readonly string[]): Readonly<Record<CoinCode, number>> | string {
  const all = new Map<CoinCode, number>();
  for (const item of items) {
    const [, code = '', blocks] = pattern.exec(item) ?? [];
    if (code === '') return `says ${item}, which is not of the form BTC=6`;
    const coin = coinCodes.find((candidate) => candidate === code);
    if (!coin) return `names ${code}, which is no coin`;
    all.set(coin, Number(blocks));
  }
  const missing = coinCodes.find((coin) => !all.has(coin));
  return missing ? `says nothing of ${missing}` : (Object.fromEntries(all) as Record<CoinCode, number>);
}

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
