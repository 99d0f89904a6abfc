import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32crockford } from '@scure/base';

export const oneTimePasswordLifetimeMs = 24 * 3_600_000;

/** Crockford's alphabet has no two characters that are confused when a code is read out. */
const randomGroups = (bytes: number): string =>
  base32crockford.encode(randomBytes(bytes)).match(/.{4}/g)!.join('-');

/** 80 bits: with so many, a plain hash of it is enough. */
export const newOneTimePassword = (): string => randomGroups(10).toLowerCase();

/** 40 bits, for ten minutes and the few tries that the waits between them leave. */
export const newCode = (): string => randomGroups(5);

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
