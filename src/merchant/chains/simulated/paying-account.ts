import type { SandboxWallet } from './sandbox-wallet.ts';

/** The last of its branch: no sequence that hands out addresses gets there. */
export const payingIndex = 2 ** 31 - 1;

/**
 * Where the chain counts, one account pays everything: XRP's only one, and one of Ethereum's own branch, apart from
 * the addresses that customers pay to.
 */
export const getPayingAccount = (wallet: SandboxWallet): string =>
  wallet.addresses.derive(1, payingIndex).address;

export const spendOfTurn = (account: string, number: bigint): string => `${account}:${number}`;
