import type { HDKey } from '@scure/bip32';
import type { Branch } from '../chain.ts';

type Branches = (account: number | undefined, branch: Branch) => HDKey;

/** Holds the private keys of the branches of an account and of its former accounts, by branch number. */
export function createBranches(
  account: HDKey,
  former: ReadonlyMap<number, HDKey> = new Map<number, HDKey>(),
): Branches {
  const branches = new Map<HDKey, Map<Branch, HDKey>>();
  return (number, branch) => {
    const parent = former.get(number ?? 0) ?? account;
    const known = branches.get(parent) ?? new Map<Branch, HDKey>();
    branches.set(parent, known);
    const key = known.get(branch) ?? parent.deriveChild(branch);
    known.set(branch, key);
    return key;
  };
}
