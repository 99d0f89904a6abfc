import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32crockford } from '@scure/base';
import type { Sealer } from '../../platform/tokens/sealer.ts';

/**
 * In groups of four, for people to read and type; five bytes are two groups. Crockford's alphabet has no two characters
 * that are confused when a code is read out.
 */
export const newReadableCode = (bytes: number): string =>
  base32crockford.encode(randomBytes(bytes)).match(/.{4}/g)!.join('-');

/** As people type it: in any case, with O for 0 and I or L for 1, with or without the dashes. */
const canonical = (text: string): string =>
  text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

interface Context {
  readonly sealer: Sealer;
}

const purpose = 'readable code';

/** The codes are short: without the key, a copy of the database would be enough to find them. */
export const hashReadableCode = ({ sealer }: Context, text: string): Buffer =>
  sealer.keyedHash(canonical(text), purpose);

/**
 * Returns the hashes that a code may have in the database: of the present key, of the previous one, and the plain one of
 * codes from before hashes had a key, which live a day at most.
 */
export const hashesOfReadableCode = ({ sealer }: Context, text: string): Buffer[] => [
  ...sealer.keyedHashes(canonical(text), purpose),
  createHash('sha256').update(canonical(text)).digest(),
];

/** Compares with something in any case, so that it takes the same time where there is no code. */
export function matchesReadableCode(
  context: Context,
  expected: Buffer | null | undefined,
  text: string,
): boolean {
  const other = expected ?? Buffer.alloc(32);
  const matches = hashesOfReadableCode(context, text).map(
    (given) => other.length === given.length && timingSafeEqual(other, given),
  );
  return matches.includes(true) && expected instanceof Buffer;
}
