import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { Branch } from '../../chain.ts';

/** Content that the wallet signs. It contains full addresses, so that the node parses them itself. */
export interface WalletTransaction {
  readonly coin: CoinCode;
  /** Spent outputs with the place of their keys. Empty where the chain counts an account's transactions. */
  readonly inputs: readonly { readonly spend: string; readonly branch: Branch; readonly index: number }[];
  /** Next number of the account, on chains that count its transactions. */
  readonly number: string | null;
  /** Address whose account sends the coins, if it is not the paying account. */
  readonly source?: { readonly branch: Branch; readonly index: number };
  readonly outputs: readonly {
    readonly address: string;
    readonly destinationTag: string | null;
    readonly amount: string;
  }[];
  readonly fee: string;
  readonly lastHeight: number | null;
}

/** Returns `payload.signature`, both in base64url. The same transaction always gives the same bytes (RFC 6979). */
export function signTransaction(transaction: WalletTransaction, privateKey: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(transaction)).toString('base64url');
  const signature = secp256k1.sign(digestOf(payload), privateKey, { prehash: false });
  return `${payload}.${Buffer.from(signature).toString('base64url')}`;
}

const digestOf = (payload: string): Uint8Array => sha256(new TextEncoder().encode(payload));

type OpenedBytes = { readonly transaction: WalletTransaction } | { readonly reason: string };

/** Verifies the signature before parsing, so that only content signed by this key is parsed. */
export function openTransaction(bytes: string, publicKey: Uint8Array): OpenedBytes {
  const [payload = '', signature = '', ...rest] = bytes.split('.');
  if (payload === '' || rest.length > 0) return { reason: 'the bytes are not a transaction' };
  if (!isSigned(payload, signature, publicKey)) return { reason: 'the signature is not valid' };
  return { transaction: JSON.parse(Buffer.from(payload, 'base64url').toString()) as WalletTransaction };
}

function isSigned(payload: string, signature: string, publicKey: Uint8Array): boolean {
  try {
    const bytes = Buffer.from(signature, 'base64url');
    // Accepts one spelling only: padding or further characters would give the same transaction another id.
    if (bytes.toString('base64url') !== signature) return false;
    return secp256k1.verify(bytes, digestOf(payload), publicKey, { prehash: false });
  } catch {
    return false;
  }
}
