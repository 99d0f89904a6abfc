import type { AddressBook, Branch, OwnAddress } from '../chain.ts';

/**
 * Where the chain counts an account's transactions and each address is an account, all payouts are made from this one. It
 * is the last of its branch, which the sequence of the addresses will never reach.
 */
export const payingBranch: Branch = 1;
export const payingIndex = 2 ** 31 - 1;

export const getPayingAccount = (addresses: AddressBook, account: number): OwnAddress => ({
  ...addresses.derive(payingBranch, payingIndex),
  branch: payingBranch,
  index: payingIndex,
  account,
});
