import type { HDKey } from '@scure/bip32';
import type { Branch } from '../chain.ts';

type Branches = (account: number | undefined, branch: Branch) => HDKey;

/** The private keys of both branches of an account, and of those whose place it has taken, by their numbers. */
export function createBranches(
  account: HDKey,
  former: ReadonlyMap<number, HDKey> = new Map<number, HDKey>(),
): Branches {
  const split = (key: HDKey): Record<Branch, HDKey> => ({ 0: key.deriveChild(0), 1: key.deriveChild(1) });
  const present = split(account);
  const before = new Map([...former].map(([number, key]) => [number, split(key)]));
  return (number, branch) => (before.get(number ?? 0) ?? present)[branch];
}
