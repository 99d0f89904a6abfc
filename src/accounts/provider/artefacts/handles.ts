import { createHmac, randomBytes } from 'node:crypto';

/**
 * Names artefacts by HMACs of their ids. A reference that was read from the database is only a hash, so it is handed to
 * the library as a handle: a prefix that only this process knows, and the hash. A copied hash is useless from outside.
 */
export interface Handles {
  hashOf(kind: string, id: string): Buffer;
  handleOf(hash: Buffer): string;
}

export function createHandles(key: Buffer): Handles {
  const prefix = `${randomBytes(24).toString('base64url')}~`;
  return {
    hashOf: (kind, id) =>
      id.startsWith(prefix)
        ? Buffer.from(id.slice(prefix.length), 'base64url')
        : createHmac('sha256', key).update(`${kind}:${id}`).digest(),
    handleOf: (hash) => `${prefix}${hash.toString('base64url')}`,
  };
}
