import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32crockford } from '@scure/base';

/**
 * In groups of four, for people to read and type; five bytes are two groups. Crockford's alphabet has no two characters
 * that are confused when a code is read out.
 */
export const newReadableCode = (bytes: number): string =>
  base32crockford.encode(randomBytes(bytes)).match(/.{4}/g)!.join('-');

/** As people type it: in any case, with O for 0 and I or L for 1, with or without the dashes. */
const canonical = (text: string): string =>
  text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

export const hashReadableCode = (text: string): Buffer =>
  createHash('sha256').update(canonical(text)).digest();

/** Compares with something in any case, so that it takes the same time where there is no code. */
export function matchesReadableCode(expected: Buffer | null | undefined, text: string): boolean {
  const given = hashReadableCode(text);
  const other = expected ?? Buffer.alloc(given.length);
  return other.length === given.length && timingSafeEqual(other, given) && expected instanceof Buffer;
}
