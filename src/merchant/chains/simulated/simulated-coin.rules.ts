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
    endowment: { outputs: 20, wholeCoins: 50n },
    lifetimeBlocks: null,
    size: segwitSize,
  },
  BCH: {
    funds: 'outputs',
    feeRate: 1_000n,
    minimumFeeMinor: 110n,
    endowment: { outputs: 20, wholeCoins: 1_000n },
    lifetimeBlocks: null,
    size: keyHashSize,
  },
  LTC: {
    funds: 'outputs',
    feeRate: 10_000n,
    minimumFeeMinor: 110n,
    endowment: { outputs: 20, wholeCoins: 5_000n },
    lifetimeBlocks: null,
    size: segwitSize,
  },
  ETH: {
    funds: 'sequence',
    feeRate: 2_000_000_000n,
    minimumFeeMinor: 2_100_000_000_000n,
    endowment: { outputs: 1, wholeCoins: 20_000n },
    lifetimeBlocks: null,
    size: byTransaction(21_000n),
  },
  XRP: {
    funds: 'sequence',
    feeRate: 12n,
    minimumFeeMinor: 10n,
    endowment: { outputs: 1, wholeCoins: 50_000_000n },
    lifetimeBlocks: 60,
    size: byTransaction(1n),
  },
};

/** Rounded up: a node refuses a fee that is a unit short. */
export function feeFor(size: TransactionSize, feeRate: bigint, inputs: number, outputs: number): bigint {
  const units = size.base + size.input * BigInt(inputs) + size.output * BigInt(outputs);
  return (units * feeRate + size.unit - 1n) / size.unit;
}

/** Two outputs of the wallet, the recipient and the change. */
export const usualFee = (size: TransactionSize, feeRate: bigint): bigint => feeFor(size, feeRate, 2, 2);
