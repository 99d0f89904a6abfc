import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { Branch } from '../../chain.ts';

/** What the wallet signs. The addresses are spelled out, so that the node reads them for itself. */
export interface WalletTransaction {
  readonly coin: CoinCode;
  /** Outputs that are used up, and by which of the account's keys; none where the chain counts. */
  readonly inputs: readonly { readonly spend: string; readonly branch: Branch; readonly index: number }[];
  /** The account's next number, where the chain counts. */
  readonly number: string | null;
  /** Whose number that is, where it is not the account that pays. */
  readonly source?: { readonly branch: Branch; readonly index: number };
  readonly outputs: readonly {
    readonly address: string;
    readonly destinationTag: string | null;
    readonly amount: string;
  }[];
  readonly fee: string;
  readonly lastHeight: number | null;
}

/** `payload.signature`, both in base64url. The same transaction always gives the same bytes (RFC 6979). */
export function signTransaction(transaction: WalletTransaction, privateKey: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(transaction)).toString('base64url');
  const signature = secp256k1.sign(digestOf(payload), privateKey, { prehash: false });
  return `${payload}.${Buffer.from(signature).toString('base64url')}`;
}

const digestOf = (payload: string): Uint8Array => sha256(new TextEncoder().encode(payload));

type OpenedBytes = { readonly transaction: WalletTransaction } | { readonly reason: string };

/** The signature is checked first: only what this key signed is parsed. */
export function openTransaction(bytes: string, publicKey: Uint8Array): OpenedBytes {
  const [payload = '', signature = '', ...rest] = bytes.split('.');
  if (payload === '' || rest.length > 0) return { reason: 'the bytes are not a transaction' };
  if (!isSigned(payload, signature, publicKey)) return { reason: 'the signature is not valid' };
  return { transaction: JSON.parse(Buffer.from(payload, 'base64url').toString()) as WalletTransaction };
}

function isSigned(payload: string, signature: string, publicKey: Uint8Array): boolean {
  try {
    const bytes = Buffer.from(signature, 'base64url');
    // Only one spelling is valid: padding or further characters would give the same transaction another id.
    if (bytes.toString('base64url') !== signature) return false;
    return secp256k1.verify(bytes, digestOf(payload), publicKey, { prehash: false });
  } catch {
    return false;
  }
}
