import { createHash, randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/client/database.ts';
import { keyedHash } from './hash-key.store.ts';
import type { Sealer } from './sealer.ts';

interface Context {
  readonly sealer: Sealer;
  readonly clock: Clock;
}

const recoveryCodeCount = 10;
/** Owners have separate purposes, because accounts may move to their own database with its own key. */
type Owners = 'accounts' | 'console';
const purposeOf = (owners: Owners): string => `${owners} recovery codes`;

export interface NewRecoveryCodes {
  /** Codes to show to the owner: 80 bits each, in four groups. */
  readonly codes: string[];
  /** Hashes to store. */
  readonly hashes: Buffer[];
}

export async function newRecoveryCodes(
  tx: Tx,
  context: Context,
  owners: Owners,
  ownerId: string,
): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    base32nopad.encode(randomBytes(10)).toLowerCase().match(/.{4}/g)!.join('-'),
  );
  const hashes: Buffer[] = [];
  for (const code of codes)
    hashes.push(await keyedHash(tx, context, purposeOf(owners), plainHash(ownerId, canonical(code))));
  return { codes, hashes };
}

/** Removes spaces and dashes, because people copy codes from paper with or without them. */
const canonical = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '');

const plainHash = (ownerId: string, code: string): Buffer =>
  createHash('sha256').update(`${ownerId}\0${code}`).digest();

/**
 * Returns the hashes that a typed code may have in the database: the keyed one, and the plain one of older codes.
 * Returns none if the text cannot be a code.
 */
export async function hashesOfRecoveryCode(
  tx: Tx,
  context: Context,
  owners: Owners,
  ownerId: string,
  typed: string,
): Promise<Buffer[]> {
  const code = canonical(typed);
  if (!/^[a-z2-7]{16}$/.test(code)) return [];
  const plain = plainHash(ownerId, code);
  return [await keyedHash(tx, context, purposeOf(owners), plain), plain];
}
