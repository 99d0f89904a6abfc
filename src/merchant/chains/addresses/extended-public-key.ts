import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { pointAddScalar, pointCompress } from 'tiny-secp256k1';
import type { Branch } from '../chain.ts';

const base58check = createBase58check(sha256);
const serialisedBytes = 78;

/** Its message continues a sentence that begins with the name of a setting: `BTC_XPUB` is not …. */
export class AccountFault extends Error {}

/** Reads an account's extended public key. Wallets begin it with various letters, of which `versions` lists those taken. */
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

/** Throws an `AccountFault` where the text is no extended public key, of whichever coin and network. */
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
    // The library's message would show part of the key, so the one below is ours.
  }
  throw new AccountFault('is not an extended public key (xpub…, zpub…, tpub…, vpub…)');
}

/** From here on BIP-32 counts hardened keys, which an extended public key cannot derive. */
const indexEnd = 2 ** 31;
const isIndex = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < indexEnd;

/** Of so many branches the parent keys are kept. */
const mostBranches = 1000;

/** The public key of one address of an account. */
export type Keyring = (branch: Branch, index: number) => Uint8Array;

export function createKeyring(account: HDKey, form: 'compressed' | 'uncompressed' = 'compressed'): Keyring {
  const branches = new Map<Branch, (index: number) => Uint8Array>();
  return (branch, index) => {
    if (!isIndex(branch) || !isIndex(index))
      throw new RangeError(`there is no address number ${index} of branch ${branch}`);
    const derive = branches.get(branch) ?? deriveBelow(account.deriveChild(branch), form === 'compressed');
    // A search tries one after another.
    if (branches.size >= mostBranches) branches.clear();
    branches.set(branch, derive);
    return derive(index);
  };
}

/**
 * BIP-32's public derivation of a child. @scure/bip32 would do, at five times the cost: it decodes the parent for every
 * child, and hides from other programs on the machine how long its steps take, although nothing here is secret.
 */
function deriveBelow(parent: HDKey, compressed: boolean): (index: number) => Uint8Array {
  const { publicKey, chainCode } = parent;
  assert(publicKey && chainCode);
  // Compressed, its y would be computed anew for every child.
  const point = pointCompress(publicKey, false);
  const secret = createSecretKey(chainCode);
  const message = Buffer.concat([publicKey, Buffer.alloc(4)]);
  let judged = false;
  return (index) => {
    message.writeUInt32BE(index, publicKey.length);
    const scalar = createHmac('sha512', secret).update(message).digest().subarray(0, 32);
    const key = pointAddScalar(point, scalar, compressed);
    // BIP-32 has no key where the hash is no scalar (refused above) or the sum no point: 1 index in 2^127.
    assert(key, `there is no address number ${index}`);
    if (!judged) judge(parent, index, key);
    judged = true;
    return key;
  };
}

/** Coins sent to a wrong address are gone, so that nothing is handed out before another library has said the same. */
function judge(parent: HDKey, index: number, key: Uint8Array): void {
  const { publicKey } = parent.deriveChild(index);
  assert(
    publicKey && Buffer.from(publicKey).equals(pointCompress(key, true)),
    `the libraries derive different keys for address number ${index}`,
  );
}
