import { pairCodes, priceDecimals, type PairCode } from '../../../assets/asset.rules.ts';
import type { Quote } from '../book.rules.ts';
import { shownDecimalsOf } from '../rate.rules.ts';

/** Euros for one coin, the centre of the simulated prices. */
export const referencePrices: Record<PairCode, number> = {
  BTCEUR: 80_000,
  BCHEUR: 450,
  LTCEUR: 90,
  ETHEUR: 2800,
  XRPEUR: 2,
};

export const simulatedStepMs = 1000;

/** Waves of a week, six hours, ten minutes, one minute and five seconds: at most 4.4 % from the reference in total. */
const waves = [
  { seconds: 604_800, share: 0.03 },
  { seconds: 21_600, share: 0.01 },
  { seconds: 600, share: 0.003 },
  { seconds: 60, share: 0.0008 },
  { seconds: 5, share: 0.0002 },
];

/**
 * Returns the quotes of a simulated venue. They depend only on seed, venue and second, so that every process and every
 * run has the same market, and a clock change finds prices at its new time.
 */
export function simulateQuotes(seed: number, venueNumber: number, nowMs: number): Quote[] {
  const second = Math.floor(nowMs / simulatedStepMs);
  return pairCodes.map((pair, index) => {
    const market = seed + index * 7919;
    const course = waves.reduce((sum, wave, number) => {
      return sum + wave.share * noise(market + number * 104_729, second / wave.seconds);
    }, 0);
    const own = market + (venueNumber + 1) * 1_299_709;
    // Venues differ by up to a basis point in price and have spreads of two to six basis points.
    const middle = referencePrices[pair] * (1 + course + 0.0001 * noise(own, second / 3));
    const half = middle * (0.0002 + 0.0002 * (1 + noise(own + 1, second / 7)));
    return { pair, bid: toPrice(pair, middle - half), ask: toPrice(pair, middle + half) };
  });
}

function toPrice(pair: PairCode, euros: number): bigint {
  const decimals = shownDecimalsOf(pair);
  return BigInt(Math.round(euros * 10 ** decimals)) * 10n ** BigInt(priceDecimals - decimals);
}

/** Returns smooth noise between -1 and 1: random values at integer positions, with linear interpolation. */
function noise(seed: number, position: number): number {
  const before = Math.floor(position);
  const along = position - before;
  return random(seed, before) * (1 - along) + random(seed, before + 1) * along;
}

/** A hash (the finaliser of MurmurHash3) of seed and position, as a number from -1 to 1. */
function random(seed: number, position: number): number {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(position | 0, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 0x80000000 - 1;
}
