import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for sessions, mailed links and nonces. It tells nothing by itself, and only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** 256 random bits cannot be guessed, so that a plain hash of them is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
