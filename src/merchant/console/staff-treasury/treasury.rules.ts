import type { AssetCode } from '../../assets/asset.rules.ts';

/** What the ledger says of an asset, account by account, with the signs of the books. */
export interface Books {
  asset: AssetCode;
  /** Of all PSPs together. */
  available: bigint;
  held: bigint;
  fees: bigint;
  /** On their way out. */
  payouts: bigint;
  /** Below zero: that much lies there. */
  chain: bigint;
  cold: bigint;
  bank: bigint;
  sandbox: bigint;
}

export interface Exposure {
  readonly asset: AssetCode;
  /** What others can ask for: PSPs, and whoever a payout goes to. */
  readonly owedMinor: bigint;
  readonly walletMinor: bigint;
  readonly coldMinor: bigint;
  /** Paid in outside the service, less what was paid out; in a sandbox also its test money. */
  readonly outsideMinor: bigint;
  /** What is there beyond what is owed: the house's own where it is above zero, what it lacks where it is below. */
  readonly ownMinor: bigint;
}

/** Of books that balance: what is there less what is owed is what trading, fees and losses have left. */
export function exposureOf(books: Books): Exposure {
  const owedMinor = books.available + books.held + books.fees + books.payouts;
  const walletMinor = -books.chain;
  const coldMinor = -books.cold;
  const outsideMinor = -books.bank - books.sandbox;
  const ownMinor = walletMinor + coldMinor + outsideMinor - owedMinor;
  return { asset: books.asset, owedMinor, walletMinor, coldMinor, outsideMinor, ownMinor };
}

export const noBooks = (asset: AssetCode): Books => ({
  asset,
  available: 0n,
  held: 0n,
  fees: 0n,
  payouts: 0n,
  chain: 0n,
  cold: 0n,
  bank: 0n,
  sandbox: 0n,
});
