import { createHash } from 'node:crypto';
import { decodeAccountID } from 'ripple-address-codec';
import { accountStateHash, ledgerHash, transactionTreeHash } from 'ripple-binary-codec/dist/ledger-hashes.js';

/** Returns the first half of SHA-512, which the XRP Ledger uses for all ids. */
export const sha512Half = (...parts: Uint8Array[]): string => {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 64).toUpperCase();
};

/** Hashes `TXN\0` and the signed bytes. */
export const transactionId = (blob: string): string =>
  sha512Half(Buffer.from('54584e00', 'hex'), Buffer.from(blob, 'hex'));

/** Returns the key of an account's entry in the state tree. */
export const accountKey = (account: string): string =>
  sha512Half(Buffer.from('0061', 'hex'), decodeAccountID(account));

export const escrowKey = (account: string, sequence: number): string => {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(sequence);
  return sha512Half(Buffer.from('0075', 'hex'), decodeAccountID(account), number);
};

type Entry = Record<string, unknown>;
// The codec's types for JSON are narrower than its documentation.
type CodecEntries = Parameters<typeof transactionTreeHash>[0];

export const hashTransactions = (transactions: readonly Entry[]): string =>
  transactionTreeHash(transactions as unknown as CodecEntries).toHex();

export const hashState = (entries: readonly Entry[]): string =>
  accountStateHash(entries as unknown as CodecEntries).toHex();

export const hashHeader = (header: Parameters<typeof ledgerHash>[0]): string => ledgerHash(header).toHex();
