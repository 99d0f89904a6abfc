import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { pointAddScalar, pointCompress } from 'tiny-secp256k1';
import type { Branch } from '../chain.ts';

const base58check = createBase58check(sha256);
const serialisedBytes = 78;

/** The message continues a sentence that begins with a setting's name: `BTC_XPUB` is not …. */
export class AccountFault extends Error {}

/** Reads an account's extended public key. `versions` lists the accepted prefixes, which differ between wallets. */
export function readAccountKey(text: string, versions: readonly number[]): HDKey {
  const version = readVersion(text);
  if (!versions.includes(version))
    throw new AccountFault('is an extended public key of another coin or network');
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: 0 });
  } catch {
    throw new AccountFault('is not a valid extended public key');
  }
}

/** Reads the version bytes of any coin and network. Throws `AccountFault` if the text is not an extended public key. */
export function readVersion(text: string): number {
  const bytes = decode(text);
  if (bytes[45] === 0) {
    throw new AccountFault(
      'is an extended private key; the extended public key of the account is enough here',
    );
  }
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

function decode(text: string): Uint8Array {
  try {
    const bytes = base58check.decode(text);
    if (bytes.length === serialisedBytes) return bytes;
  } catch {
    // The library's message would contain part of the key, so it is replaced.
  }
  throw new AccountFault('is not an extended public key (xpub…, zpub…, tpub…, vpub…)');
}

/** BIP-32 uses higher numbers for hardened keys, which an extended public key cannot derive. */
const indexEnd = 2 ** 31;
const isIndex = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < indexEnd;

/** Number of branches whose parent keys are cached. */
const mostBranches = 1000;

/** Returns the public key of one address of an account. */
export type Keyring = (branch: Branch, index: number) => Uint8Array;

export function createKeyring(account: HDKey, form: 'compressed' | 'uncompressed' = 'compressed'): Keyring {
  const branches = new Map<Branch, (index: number) => Uint8Array>();
  return (branch, index) => {
    if (!isIndex(branch) || !isIndex(index))
      throw new RangeError(`there is no address number ${index} of branch ${branch}`);
    const derive = branches.get(branch) ?? deriveBelow(account.deriveChild(branch), form === 'compressed');
    // Limits the cache, because a search for lost addresses tries many branches.
    if (branches.size >= mostBranches) branches.clear();
    branches.set(branch, derive);
    return derive(index);
  };
}

/**
 * Derives public child keys of BIP-32. Replaces @scure/bip32, which takes five times as long: it decodes the parent for
 * every child and runs in constant time, although nothing here is secret.
 */
function deriveBelow(parent: HDKey, compressed: boolean): (index: number) => Uint8Array {
  const { publicKey, chainCode } = parent;
  assert(publicKey && chainCode);
  // Uncompressed, because a compressed key needs its y computed for every child.
  const point = pointCompress(publicKey, false);
  const secret = createSecretKey(chainCode);
  const message = Buffer.concat([publicKey, Buffer.alloc(4)]);
  let judged = false;
  return (index) => {
    message.writeUInt32BE(index, publicKey.length);
    const scalar = createHmac('sha512', secret).update(message).digest().subarray(0, 32);
    const key = pointAddScalar(point, scalar, compressed);
    // BIP-32 has no key if the hash is not a valid scalar or the sum is not a point: one index in 2^127.
    assert(key, `there is no address number ${index}`);
    if (!judged) judge(parent, index, key);
    judged = true;
    return key;
  };
}

/** Verifies the first key of each branch with another library, because coins sent to a wrong address are lost. */
function judge(parent: HDKey, index: number, key: Uint8Array): void {
  const { publicKey } = parent.deriveChild(index);
  assert(
    publicKey && Buffer.from(publicKey).equals(pointCompress(key, true)),
    `the libraries derive different keys for address number ${index}`,
  );
}
