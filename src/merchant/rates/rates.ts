import type { PairCode, Price } from '../assets/asset.rules.ts';

/** What the markets say at this moment. Every method throws `rate_unavailable` where no fresh price is known. */
export interface Rates {
  current(pair: PairCode): { buy: Price; sell: Price };
  /** At which a merchant buys coins. */
  bestForWithdraw(pair: PairCode): Price;
  /** At which a merchant sells coins. */
  bestForDeposit(pair: PairCode): Price;
  close(): void;
}
