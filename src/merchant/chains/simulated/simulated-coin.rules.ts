import { decimalsOf, type CoinCode } from '../../assets/asset.rules.ts';

export const simulatedNetwork = 'simulated';

/** Behaviour of a coin's simulated chain. Amounts are in the ledger's unit. */
interface SimulatedCoin {
  readonly funds: 'outputs' | 'sequence';
  /** Usual fee rate in the chain's own unit, as a node would estimate it. */
  readonly feeRate: bigint;
  /** The node accepts no transaction with a lower fee. */
  readonly minimumFeeMinor: bigint;
  /**
   * Additional fee of a replacement: a rate for its own size, as in BIP-125, or a percentage of the fee, as in
   * Ethereum's nodes.
   */
  readonly replacement: { readonly feeRate: bigint } | { readonly percent: bigint };
  /** See `Payer.whenStuck`. */
  readonly whenStuck: 'replace' | 'push' | 'expire';
  /** The wallet's initial coins: a number of outputs of this many whole coins each. */
  readonly endowment: { readonly outputs: number; readonly wholeCoins: bigint };
  /** Number of blocks after which a transaction can no longer be mined. */
  readonly lifetimeBlocks: number | null;
  readonly size: TransactionSize;
}

/** Upper limit of amounts and fees, above the supply of every coin, so that no sum exceeds the ledger's range. */
export const mostWholeCoins = 10n ** 12n;
export const mostMinor = (coin: CoinCode): bigint => mostWholeCoins * 10n ** BigInt(decimalsOf(coin));

/** Size in virtual bytes. Chains that charge per transaction have only a base. */
interface TransactionSize {
  readonly base: bigint;
  readonly input: bigint;
  readonly output: bigint;
  /** Number of size units to which the fee rate applies. */
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

/** Returns the size in the unit of the coin's fee rate. */
export const sizeOf = (size: TransactionSize, inputs: number, outputs: number): bigint =>
  size.base + size.input * BigInt(inputs) + size.output * BigInt(outputs);

/** Rounds up, because a node refuses a fee that is one unit short. */
export const feeOfSize = ({ unit }: TransactionSize, feeRate: bigint, units: bigint): bigint =>
  (units * feeRate + unit - 1n) / unit;

const feeFor = (size: TransactionSize, feeRate: bigint, inputs: number, outputs: number): bigint =>
  feeOfSize(size, feeRate, sizeOf(size, inputs, outputs));

/** Returns the minimum fee with which a transaction of this size replaces others. */
export function replacementFee(coin: CoinCode, units: bigint, displacedMinor: bigint): bigint {
  const { replacement, size } = simulatedCoins[coin];
  return 'percent' in replacement
    ? displacedMinor + (displacedMinor * replacement.percent + 99n) / 100n
    : displacedMinor + feeOfSize(size, replacement.feeRate, units);
}

/** Fee of a transaction with two of the wallet's outputs, a recipient and change. */
export const usualFee = (size: TransactionSize, feeRate: bigint): bigint => feeFor(size, feeRate, 2, 2);
