import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { StartError } from '../start-error.ts';

/**
 * Encrypts secrets in the database (AES-256-GCM), so that a copy of the database alone is useless. The purpose is
 * authenticated, so that a sealed value cannot be used in another place.
 */
export interface Sealer {
  seal(plain: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
  /** Returns an HMAC for short-lived values: unlike sealed values, it cannot be converted to another key later. */
  keyedHash(text: string, purpose: string): Buffer;
  /** Returns the HMAC with the current and the previous key, so that hashes from before a change of key still match. */
  keyedHashes(text: string, purpose: string): Buffer[];
  /** The first bytes of all values sealed with the current key. */
  readonly keyId: Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;
const idBytes = 4;

/** Creates a sealer. `setting` is the name of the key in error messages. */
export function createSealer(secretKey: string, previousSecretKey: string, setting = 'SECRET_KEY'): Sealer {
  const current = readKey(setting, secretKey);
  const previous = previousSecretKey === '' ? [] : [readKey(`${setting}_PREVIOUS`, previousSecretKey)];
  const keys = new Map([...previous, current].map((entry) => [entry.id.toString('hex'), entry.key]));
  const hashKeys = new Map<string, Buffer[]>();
  const hashKeysOf = (purpose: string): Buffer[] => {
    const known = hashKeys.get(purpose);
    if (known) return known;
    const made = [current, ...previous].map(({ key }) =>
      Buffer.from(hkdfSync('sha256', key, '', `praca keyed hash ${purpose}`, 32)),
    );
    hashKeys.set(purpose, made);
    return made;
  };
  const keyedHashes = (text: string, purpose: string): Buffer[] =>
    hashKeysOf(purpose).map((key) => createHmac('sha256', key).update(text).digest());
  return {
    keyId: current.id,
    keyedHashes,
    keyedHash: (text, purpose) => keyedHashes(text, purpose)[0]!,
    seal(plain, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const key = keys.get(sealed.subarray(0, idBytes).toString('hex'));
      if (!key) {
        throw new StartError(
          `${setting} is not the key with which the database's "${purpose}" was sealed. Set the key that this database was started with. If you are changing the key, set the old one as ${setting}_PREVIOUS.`,
        );
      }
      const nonce = sealed.subarray(idBytes, idBytes + nonceBytes);
      const tag = sealed.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const body = sealed.subarray(idBytes + nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

function readKey(name: string, text: string): { key: KeyObject; id: Buffer } {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) {
    throw new StartError(`${name} must be 32 bytes in base64; "openssl rand -base64 32" makes one.`);
  }
  const id = createHash('sha256').update('praca key id').update(key).digest().subarray(0, idBytes);
  // Keeps a KeyObject and not the bytes: creating it for each value takes longer than sealing.
  return { key: createSecretKey(key), id };
}
