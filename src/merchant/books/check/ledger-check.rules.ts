import { formatAsset, type AssetCode } from '../../assets/asset.rules.ts';

/** Result of one check: the number of rows examined, and the faults found. */
export interface Proof {
  readonly title: string;
  readonly looked: number;
  /** Each names an account or row and its fault, for people. */
  readonly faults: readonly string[];
}

export interface Balance {
  owner: string;
  asset: AssetCode;
  amount: bigint;
}

/** Compares ledger balances with those of other tables. A missing balance counts as zero. */
export function compareBalances(booked: readonly Balance[], expected: readonly Balance[]): string[] {
  const keyOf = ({ owner, asset }: Balance): string => `${owner} ${asset}`;
  const amountIn = (balances: readonly Balance[], key: string): bigint =>
    balances.filter((one) => keyOf(one) === key).reduce((sum, one) => sum + one.amount, 0n);
  const accounts = new Map([...booked, ...expected].map((one) => [keyOf(one), one]));
  return [...accounts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, { asset }]) => {
      const has = amountIn(booked, key);
      const should = amountIn(expected, key);
      if (has === should) return [];
      return [`${key}: ${formatAsset(asset, has)}, and should be ${formatAsset(asset, should)}`];
    });
}

/** Returns one line for the proof, followed by its first faults. */
export const describeProof = ({ title, looked, faults }: Proof): string[] => [
  `${faults.length === 0 ? 'ok   ' : 'WRONG'}  ${title}  (${looked})`,
  ...faults.slice(0, shownFaults).map((fault) => `         ${fault}`),
  ...(faults.length > shownFaults ? [`         and ${faults.length - shownFaults} more`] : []),
];

const shownFaults = 20;
