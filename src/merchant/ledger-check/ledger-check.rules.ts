import { formatAsset, type AssetCode } from '../assets/asset.rules.ts';

/** One thing that must be so, over how many rows it was looked at, and where it is not. */
export interface Proof {
  readonly title: string;
  readonly looked: number;
  /** In the words of whoever looks for them: which account or row, and what is wrong with it. */
  readonly faults: readonly string[];
}

export interface Balance {
  owner: string;
  asset: AssetCode;
  amount: bigint;
}

/** What the books say against what other tables say; what one of the two does not name is nothing. */
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

/** For a person: a line for each proof, and below it what is wrong. */
export const describeProof = ({ title, looked, faults }: Proof): string[] => [
  `${faults.length === 0 ? 'ok   ' : 'WRONG'}  ${title}  (${looked})`,
  ...faults.slice(0, shownFaults).map((fault) => `         ${fault}`),
  ...(faults.length > shownFaults ? [`         and ${faults.length - shownFaults} more`] : []),
];

const shownFaults = 20;
