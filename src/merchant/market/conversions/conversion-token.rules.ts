import { Buffer } from 'node:buffer';
import { packId, unpackId } from '../../../platform/ids.ts';

/**
 * The parts of a token: the quote's id (16 bytes) and a secret (32 random bytes) that proves that the quote was given
 * to the caller.
 */
export interface TokenParts {
  id: string;
  secret: Buffer;
}

export function formatToken({ id, secret }: TokenParts): string {
  return Buffer.concat([packId(id), secret]).toString('base64url');
}

/** 48 bytes are exactly 64 base64 characters without padding, so that each token has one spelling. */
const tokenPattern = /^[\w-]{64}$/;

export function parseToken(token: string): TokenParts | undefined {
  if (!tokenPattern.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return { id: unpackId(bytes), secret: bytes.subarray(16) };
}
