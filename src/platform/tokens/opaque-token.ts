import { createHash, randomBytes } from 'node:crypto';

/**
 * Returns 256 random bits for sessions, mailed links and nonces. The token contains no data, and only its hash is
 * stored.
 */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hashes a token. A plain hash is enough, because 256 random bits cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
