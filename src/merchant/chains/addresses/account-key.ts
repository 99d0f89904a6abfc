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

/** Keys of an account's addresses. The two branches are kept: each address then costs one step instead of two. */
export function createKeyring(account: HDKey): (branch: Branch, index: number) => Uint8Array {
  const branches = new Map<Branch, HDKey>();
  return (branch, index) => {
    if (!Number.isInteger(index) || index < 0 || index >= indexEnd) {
      throw new RangeError(`there is no address number ${index}`);
    }
    let parent = branches.get(branch);
    if (!parent) branches.set(branch, (parent = account.deriveChild(branch)));
    const { publicKey } = parent.deriveChild(index);
    if (!publicKey) throw new Error('an account without a public key');
    return publicKey;
  };
}
