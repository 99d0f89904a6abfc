import { priceDecimals, type CoinCode, type PairCode } from '../../src/merchant/assets/asset.rules.ts';
import type { Rates } from '../../src/merchant/market/rates/rates.ts';

/** A market whose prices change only when a test moves them. */
export interface PlayedMarket {
  readonly rates: Rates;
  mid(coin: CoinCode): bigint;
  move(percent: bigint): void;
  moveBps(bps: bigint): void;
  reset(): void;
}

const reference: Record<CoinCode, bigint> = { BTC: 80_000n, BCH: 450n, LTC: 90n, ETH: 2800n, XRP: 2n };
const unit = 10n ** BigInt(priceDecimals);

export function playedMarket({ spreadBps }: { spreadBps: bigint }): PlayedMarket {
  let share = 10_000n;
  const mid = (coin: CoinCode): bigint => (reference[coin] * unit * share) / 10_000n;
  const midOf = (pair: PairCode): bigint => mid(pair.slice(0, 3) as CoinCode);
  const moveBps = (bps: bigint): void => {
    share += bps;
    // Keeps prices between 40% and 250% of the original.
    share = share < 4000n ? 4000n : share > 25_000n ? 25_000n : share;
  };
  const bestForWithdraw = (pair: PairCode): bigint => (midOf(pair) * (10_000n + spreadBps)) / 10_000n;
  const bestForDeposit = (pair: PairCode): bigint => (midOf(pair) * (10_000n - spreadBps)) / 10_000n;
  return {
    mid,
    move: (percent) => moveBps(percent * 100n),
    moveBps,
    reset() {
      share = 10_000n;
    },
    rates: {
      bestForWithdraw,
      bestForDeposit,
      get: (pair) => ({
        pair,
        buy: bestForWithdraw(pair),
        sell: bestForDeposit(pair),
        bestForWithdraw: bestForWithdraw(pair),
        bestForDeposit: bestForDeposit(pair),
        mid: midOf(pair),
        books: 1,
        validUntilMs: Number.MAX_SAFE_INTEGER,
      }),
      start() {},
      async close() {},
    },
  };
}
