import type { Address } from '../../chain.ts';
import type { SandboxWallet } from './sandbox-wallet.ts';

/**
 * Returns the address that holds the wallet's endowment. Where the chain counts an account's transactions, this account
 * also makes all payouts: for XRP it is the only one, for Ethereum it is separate from the addresses of customers.
 */
export const getPayingAddress = (wallet: SandboxWallet): Address => wallet.payingAddress;

/** Formats a spend as in `ChainTransaction.spends`: two payments with one number exclude each other. */
export const spendOfSequence = (account: string, number: bigint): string => `${account}:${number}`;
