import type { AddressBook, Branch, OwnAddress } from '../chain.ts';

/**
 * Place of the account that makes all payouts, on chains that count an account's transactions and where each address is
 * an account. It is the last of its branch, which the sequence of addresses never reaches.
 */
export const payingBranch: Branch = 1;
export const payingIndex = 2 ** 31 - 1;

export const getPayingAccount = (addresses: AddressBook, account: number): OwnAddress => ({
  ...addresses.derive(payingBranch, payingIndex),
  branch: payingBranch,
  index: payingIndex,
  account,
});
