import { createHmac, createSecretKey } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Branch } from '../chain.ts';

const base58check = createBase58check(sha256);
const serialisedBytes = 78;

/** Said in a sentence that follows the name of a setting. */
export class AccountFault extends Error {}

/** Reads an extended public key whatever four letters its wallet begins it with, as long as they fit the network. */
export function readAccountKey(text: string, versions: readonly number[]): HDKey {
  const bytes = decode(text);
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (bytes[45] === 0) {
    throw new AccountFault(
      'is an extended private key; the extended public key of the account is enough here',
    );
  }
  if (!versions.includes(version))
    throw new AccountFault('is an extended public key of another coin or network');
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: 0 });
  } catch {
    throw new AccountFault('is not a valid extended public key');
  }
}

function decode(text: string): Uint8Array {
  try {
    const bytes = base58check.decode(text);
    if (bytes.length === serialisedBytes) return bytes;
  } catch {
    // Said below, in our own words: the library's would show part of the key.
  }
  throw new AccountFault('is not an extended public key (xpub…, zpub…, tpub…, vpub…)');
}

const indexEnd = 2 ** 31;

export type Keyring = (branch: Branch, index: number) => Uint8Array;

/** Keys of an account's addresses. The two branches are kept: each address then costs one step instead of two. */
export function createKeyring(account: HDKey, form: 'compressed' | 'uncompressed' = 'compressed'): Keyring {
  const branches = new Map<Branch, (index: number) => Uint8Array>();
  return (branch, index) => {
    if (!Number.isInteger(index) || index < 0 || index >= indexEnd) {
      throw new RangeError(`there is no address number ${index}`);
    }
    let derive = branches.get(branch);
    if (!derive)
      branches.set(branch, (derive = deriveBelow(account.deriveChild(branch), form === 'compressed')));
    return derive(index);
  };
}

let prepared = false;

/** Multiples of the generator that are kept from the first address on: each one after it takes half the time. */
function prepareGenerator(): void {
  if (prepared) return;
  prepared = true;
  secp256k1.Point.BASE.precompute(8, false);
}

/**
 * BIP-32's CKDpub with the parent's point kept. The library decodes that anew for every child and takes care that
 * nobody can measure the numbers, of which none is secret here: together about half of the time.
 */
function deriveBelow({ publicKey, chainCode }: HDKey, compressed: boolean): (index: number) => Uint8Array {
  if (!publicKey || !chainCode) throw new Error('an account without a public key');
  const parent = secp256k1.Point.fromBytes(publicKey);
  const message = Buffer.concat([publicKey, Buffer.alloc(4)]);
  const secret = createSecretKey(chainCode);
  return (index) => {
    prepareGenerator();
    message.writeUInt32BE(index, publicKey.length);
    const digest = createHmac('sha512', secret).update(message).digest();
    const tweak = BigInt(`0x${digest.toString('hex', 0, 32)}`);
    return parent.add(secp256k1.Point.BASE.multiplyUnsafe(tweak)).toBytes(compressed);
  };
}
