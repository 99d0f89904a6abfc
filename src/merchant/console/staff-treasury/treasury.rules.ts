import type { AssetCode } from '../../assets/asset.rules.ts';

/** Sums of the ledger accounts of an asset, with the signs of the ledger. */
export interface Books {
  asset: AssetCode;
  /** Sum of all PSPs. */
  available: bigint;
  held: bigint;
  fees: bigint;
  /** On their way to recipients. */
  payouts: bigint;
  /** Negative: the wallet holds this amount. */
  chain: bigint;
  cold: bigint;
  bank: bigint;
  sandbox: bigint;
}

export interface Exposure {
  readonly asset: AssetCode;
  /** Amount that PSPs and recipients of payouts can claim. */
  readonly owedMinor: bigint;
  readonly walletMinor: bigint;
  readonly coldMinor: bigint;
  /** Paid in outside the service less paid out. In a sandbox this includes test money. */
  readonly outsideMinor: bigint;
  /** Difference of assets and debts. Positive is the provider's own, negative is missing. */
  readonly ownMinor: bigint;
}

/** Computes the exposure. In balanced books `ownMinor` is the result of trading, fees and losses. */
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
