import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Branch } from '../chain.ts';
import { addMultiples, type CurvePoint } from './add-multiples.ts';

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

/** Keys of several addresses at once, which is much cheaper than one by one. */
export type Keyring = (branch: Branch, indexes: readonly number[]) => Uint8Array[];

export function createKeyring(account: HDKey, form: 'compressed' | 'uncompressed' = 'compressed'): Keyring {
  const branches = new Map<Branch, ReturnType<typeof deriveBelow>>();
  const encode = form === 'compressed' ? encodeCompressed : encodeUncompressed;
  return (branch, indexes) => {
    const missing = indexes.find((index) => !Number.isInteger(index) || index < 0 || index >= indexEnd);
    if (missing !== undefined) throw new RangeError(`there is no address number ${missing}`);
    const derive = branches.get(branch) ?? deriveBelow(account.deriveChild(branch));
    branches.set(branch, derive);
    return derive(indexes).map(encode);
  };
}

/** The largest scalar: beyond it BIP-32 has no key, which never happens. */
const largest = Buffer.from(secp256k1.Point.Fn.toBytes(secp256k1.Point.Fn.ORDER - 1n));

/**
 * BIP-32's CKDpub with the parent's point kept. The library decodes that anew for every child, and takes care that nobody
 * can measure the numbers, of which none is secret here.
 */
function deriveBelow(parent: HDKey): (indexes: readonly number[]) => CurvePoint[] {
  const { publicKey, chainCode } = parent;
  if (!publicKey || !chainCode) throw new Error('an account without a public key');
  const point = secp256k1.Point.fromBytes(publicKey).toAffine();
  const message = Buffer.concat([publicKey, Buffer.alloc(4)]);
  const secret = createSecretKey(chainCode);
  const tweakOf = (index: number): Buffer => {
    message.writeUInt32BE(index, publicKey.length);
    const tweak = createHmac('sha512', secret).update(message).digest().subarray(0, 32);
    if (tweak.compare(largest) > 0) throw new RangeError(`there is no address number ${index}`);
    return tweak;
  };
  let checked = false;
  return (indexes) => {
    const points = addMultiples(point, indexes.map(tweakOf));
    // A slip of the arithmetic would not meet the curve again.
    for (const sum of points) secp256k1.Point.fromAffine(sum).assertValidity();
    const [index] = indexes;
    if (!checked && index !== undefined) {
      // Coins that are sent to a wrong address are gone: nothing is handed out before the library has said the same.
      const expected = parent.deriveChild(index).publicKey ?? new Uint8Array();
      assert.deepEqual(encodeCompressed(points[0] as CurvePoint), Buffer.from(expected));
      checked = true;
    }
    return points;
  };
}

const bytesOf = (coordinate: bigint): Buffer => Buffer.from(coordinate.toString(16).padStart(64, '0'), 'hex');

const encodeCompressed = ({ x, y }: CurvePoint): Buffer =>
  Buffer.concat([Buffer.of((y & 1n) === 0n ? 2 : 3), bytesOf(x)]);

const encodeUncompressed = ({ x, y }: CurvePoint): Buffer =>
  Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)]);
