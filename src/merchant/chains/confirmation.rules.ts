import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';

/** Bounds of the three steps: under 1 000 EUR, under 10 000 EUR, and above. */
const boundsCents = [100_000n, 1_000_000n];

type Steps = readonly [small: number, medium: number, large: number];

const pattern = /^([A-Z]{3})=(\d{1,4})\/(\d{1,4})\/(\d{1,4})$/;

/**
 * Parses `['BTC=1/3/6', …]`, which has to name every coin. If it is invalid, returns the end of a sentence that
 * explains the fault.
 */
export function parseConfirmations(items: readonly string[]): Readonly<Record<CoinCode, Steps>> | string {
  const all = new Map<string, Steps>();
  for (const item of items) {
    const [, code = '', ...numbers] = pattern.exec(item) ?? [];
    if (code === '') return `says ${item}, which is not of the form BTC=1/3/6`;
    const coin = coinCodes.find((candidate) => candidate === code);
    if (!coin) return `names ${code}, which is no coin`;
    const [small = 0, medium = 0, large = 0] = numbers.map(Number);
    if (small < 1 || medium < small || large < medium) {
      return `says ${item}, but more money needs at least as many confirmations, and never none`;
    }
    all.set(coin, [small, medium, large]);
  }
  const missing = coinCodes.find((coin) => !all.has(coin));
  return missing ? `says nothing of ${missing}` : (Object.fromEntries(all) as Record<CoinCode, Steps>);
}

interface ConfirmationSettings {
  readonly CONFIRMATIONS: readonly string[];
}

/** Returns the confirmations required before a receipt of this value is credited. */
export function requiredConfirmations(
  settings: ConfirmationSettings,
  coin: CoinCode,
  euroCents: bigint,
): number {
  const [small, medium, large] = stepsOf(settings, coin);
  if (euroCents < (boundsCents[0] ?? 0n)) return small;
  return euroCents < (boundsCents[1] ?? 0n) ? medium : large;
}

/** Returns the confirmations required for the largest amounts. */
export const deepestConfirmations = (settings: ConfirmationSettings, coin: CoinCode): number =>
  stepsOf(settings, coin)[2];

function stepsOf({ CONFIRMATIONS: items }: ConfirmationSettings, coin: CoinCode): Steps {
  const all = parseConfirmations(items);
  if (typeof all === 'string') throw new TypeError(`CONFIRMATIONS ${all}`);
  return all[coin];
}
