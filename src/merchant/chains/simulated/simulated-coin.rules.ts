import { decimalsOf, type CoinCode } from '../../assets/asset.rules.ts';

/** The name of the network of every simulated chain, as people read it. */
export const simulatedNetwork = 'simulated';

/** How the simulated chain of a coin behaves. Amounts in the ledger's unit. */
interface SimulatedCoin {
  readonly funds: 'outputs' | 'sequence';
  /** In the chain's own measure, as a node would estimate it. */
  readonly feeRate: bigint;
  /** The node takes no transaction with a lower fee. */
  readonly minimumFeeMinor: bigint;
  /**
   * By how much a transaction that replaces another must pay more: at a rate for its own size, as BIP-125 has it, or by
   * a share of the fee, as Ethereum's nodes have it.
   */
  readonly replacement: { readonly feeRate: bigint } | { readonly percent: bigint };
  /** As `Payer.whenStuck`. */
  readonly whenStuck: 'replace' | 'push' | 'expire';
  /** What the wallet has from the beginning: so many outputs of so many whole coins. */
  readonly endowment: { readonly outputs: number; readonly wholeCoins: bigint };
  /** After how many blocks a transaction that was not mined never will be. */
  readonly lifetimeBlocks: number | null;
  readonly size: TransactionSize;
}

/** The limit of amounts and fees, above all that exists of any coin: no sum exceeds what the ledger can hold. */
export const mostWholeCoins = 10n ** 12n;
export const mostMinor = (coin: CoinCode): bigint => mostWholeCoins * 10n ** BigInt(decimalsOf(coin));

/** In virtual bytes; chains that charge by the transaction have only a base. */
interface TransactionSize {
  readonly base: bigint;
  readonly input: bigint;
  readonly output: bigint;
  /** The fee rate is for this many. */
  readonly unit: bigint;
}

const segwitSize: TransactionSize = { base: 11n, input: 68n, output: 31n, unit: 1000n };
const keyHashSize: TransactionSize = { base: 10n, input: 148n, output: 34n, unit: 1000n };
const byTransaction = (base: bigint): TransactionSize => ({ base, input: 0n, output: 0n, unit: 1n });

export const simulatedCoins: Record<CoinCode, SimulatedCoin> = {
  BTC: {
    funds: 'outputs',
    feeRate: 8_000n,
    minimumFeeMinor: 110n,
    replacement: { feeRate: 1000n },
    whenStuck: 'replace',
    endowment: { outputs: 20, wholeCoins: 50n },
    lifetimeBlocks: null,
    size: segwitSize,
  },
  BCH: {
    funds: 'outputs',
    feeRate: 1_000n,
    minimumFeeMinor: 110n,
    replacement: { feeRate: 1000n },
    whenStuck: 'push',
    endowment: { outputs: 20, wholeCoins: 1_000n },
    lifetimeBlocks: null,
    size: keyHashSize,
  },
  LTC: {
    funds: 'outputs',
    feeRate: 10_000n,
    minimumFeeMinor: 110n,
    replacement: { feeRate: 1000n },
    whenStuck: 'replace',
    endowment: { outputs: 20, wholeCoins: 5_000n },
    lifetimeBlocks: null,
    size: segwitSize,
  },
  ETH: {
    funds: 'sequence',
    feeRate: 2_000_000_000n,
    minimumFeeMinor: 2_100_000_000_000n,
    replacement: { percent: 10n },
    whenStuck: 'replace',
    endowment: { outputs: 1, wholeCoins: 20_000n },
    lifetimeBlocks: null,
    size: byTransaction(21_000n),
  },
  XRP: {
    funds: 'sequence',
    feeRate: 12n,
    minimumFeeMinor: 10n,
    replacement: { percent: 25n },
    whenStuck: 'expire',
    endowment: { outputs: 1, wholeCoins: 50_000_000n },
    lifetimeBlocks: 60,
    size: byTransaction(1n),
  },
};

/** In the units that the coin's fee rate is for a number of. */
export const sizeOf = (size: TransactionSize, inputs: number, outputs: number): bigint =>
  size.base + size.input * BigInt(inputs) + size.output * BigInt(outputs);

/** Rounded up: a node refuses a fee that is a unit short. */
export const feeOfSize = ({ unit }: TransactionSize, feeRate: bigint, units: bigint): bigint =>
  (units * feeRate + unit - 1n) / unit;

const feeFor = (size: TransactionSize, feeRate: bigint, inputs: number, outputs: number): bigint =>
  feeOfSize(size, feeRate, sizeOf(size, inputs, outputs));

/** What a transaction of this size must pay to take the place of others. */
export function replacementFee(coin: CoinCode, units: bigint, displacedMinor: bigint): bigint {
  const { replacement, size } = simulatedCoins[coin];
  return 'percent' in replacement
    ? displacedMinor + (displacedMinor * replacement.percent + 99n) / 100n
    : displacedMinor + feeOfSize(size, replacement.feeRate, units);
}

/** Two outputs of the wallet, the recipient and the change. */
export const usualFee = (size: TransactionSize, feeRate: bigint): bigint => feeFor(size, feeRate, 2, 2);
