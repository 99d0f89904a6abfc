import type { Address } from '../../chain.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';

/**
 * Has the wallet's endowment. Where the chain counts an account's transactions, this account also makes all payouts: for
 * XRP the only one there is, for Ethereum one apart from the addresses that customers pay to.
 */
export const getPayingAddress = (wallet: SandboxWallet): Address => wallet.payingAddress;

/** As `ChainTransaction.spends` names it: two payments with one number exclude each other. */
export const spendOfSequence = (account: string, number: bigint): string => `${account}:${number}`;
