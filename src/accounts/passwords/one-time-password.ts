import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Crockford's: nothing to confuse when it is read out. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export const oneTimePasswordLifetimeMs = 24 * 3_600_000;

const randomCharacters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => alphabet[byte & 31]).join('');

/** 80 bits: with so many, a plain hash of it is enough. */
export const newOneTimePassword = (): string => [0, 1, 2, 3].map(() => randomCharacters(4)).join('-');

/** 40 bits, for ten minutes and the few tries that the waits between them leave. */
export const newCode = (): string => `${randomCharacters(4)}-${randomCharacters(4)}`.toUpperCase();

/** As people type it: in any case, with O for 0 and I or L for 1, with or without the dash. */
const canonical = (text: string): string =>
  text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

export const hashOneTime = (text: string): Buffer => createHash('sha256').update(canonical(text)).digest();

/** Compares with something in any case, so that it takes the same time where there is nothing. */
export function matchesOneTime(expected: Buffer | null | undefined, text: string): boolean {
  const given = hashOneTime(text);
  const other = expected ?? Buffer.alloc(given.length);
  return other.length === given.length && timingSafeEqual(other, given) && expected instanceof Buffer;
}
