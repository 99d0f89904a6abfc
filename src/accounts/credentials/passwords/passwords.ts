import { fieldWords } from '../../../platform/words/field-words.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { readNormalForm, tooLong } from '../../../platform/normal-form.ts';
import { isCommonPassword } from '../../../platform/identity/common-passwords.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import type { User } from '../../users/find-user.ts';
import { clearOneTimePassword, replacePasswordHash, setOneTimePassword } from './password.store.ts';

const shortestPassword = 8;
const longestPassword = 256;
/** Local parts of one or two letters occur in almost every password by chance, so they are not checked. */
const shortestTellingLocalPart = 3;

export function readGivenPassword(given: string | undefined, field: string): string {
  const password = readNormalForm(given ?? '', longestPassword, field);
  if (password === '') throw invalidField(field, 'required', fieldWords.missing);
  if (Array.from(password).length > longestPassword) throw tooLong(field, longestPassword);
  return password;
}

/** Checks everything except the list of common passwords. */
export function readChosenPassword(text: string | undefined, field: string, localPart: string): string {
  const password = readGivenPassword(text, field);
  if (Array.from(password).length < shortestPassword) {
    throw invalidField(field, 'too_short', fieldWords.leastCharacters, { least: shortestPassword });
  }
  const telling = localPart.length >= shortestTellingLocalPart;
  if (telling && password.toLowerCase().includes(localPart.toLowerCase())) {
    throw invalidField(field, 'contains_email', accountsWords.containsEmail);
  }
  return password;
}

/** Checks a new password and returns it in the form that is hashed. */
export async function choosePassword(
  text: string | undefined,
  field: string,
  localPart: string,
): Promise<string> {
  const password = readChosenPassword(text, field, localPart);
  if (await isCommonPassword(password)) {
    throw invalidField(field, 'too_common', accountsWords.commonPassword);
  }
  return password;
}

const oneTimeLifetimeMs = 24 * 3_600_000;
const oneTimeBytes = 10;

type Context = Pick<AccountsContext, 'clock' | 'sealer'>;

/** Issues a one-time password. The current password keeps working until it is replaced. */
export async function issueOneTimePassword(tx: Tx, context: Context, userId: string): Promise<string> {
  const password = newReadableCode(oneTimeBytes).toLowerCase();
  const expiresAt = new Date(context.clock.nowMs() + oneTimeLifetimeMs);
  await setOneTimePassword(tx, userId, hashReadableCode(context, password), expiresAt);
  return password;
}

/** Checks a one-time password. Takes the same time if the user or the one-time password does not exist. */
export function isOneTimePassword(context: Context, user: User | undefined, password: string): boolean {
  const expiresMs = user?.oneTimePasswordExpiresAt?.getTime() ?? 0;
  return (
    matchesReadableCode(context, user?.oneTimePasswordHash, password) && expiresMs > context.clock.nowMs()
  );
}

/** Consumes the one-time password. Returns false if it was used or replaced since its hash was read. */
export const useOneTimePassword = (tx: Tx, userId: string, passwordHash: Buffer): Promise<boolean> =>
  clearOneTimePassword(tx, userId, passwordHash);

/**
 * Returns a random code in groups of four characters; five bytes give two groups. Crockford's alphabet avoids
 * characters that look alike.
 */
export const newReadableCode = (bytes: number): string =>
  base32crockford.encode(randomBytes(bytes)).match(/.{4}/g)!.join('-');

/** Normalizes a typed code: any case, O for 0, I or L for 1, with or without dashes. */
const canonical = (text: string): string =>
  text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

type CodeContext = Pick<AccountsContext, 'sealer'>;

const codePurpose = 'readable code';

/**
 * Hashes a code with a key. The codes are short: with a plain hash, a copy of the database would be enough to guess
 * them.
 */
export const hashReadableCode = ({ sealer }: CodeContext, text: string): Buffer =>
  sealer.keyedHash(canonical(text), codePurpose);

/**
 * Returns the hashes that the database may have for a code: with the present key, with the previous key, and the
 * unkeyed hash of older versions. Unkeyed codes expire after a day at most.
 */
export const hashesOfReadableCode = ({ sealer }: CodeContext, text: string): Buffer[] => [
  ...sealer.keyedHashes(canonical(text), codePurpose),
  createHash('sha256').update(canonical(text)).digest(),
];

/** Compares a code in constant time. A missing hash is replaced by a dummy, so that the time does not show it. */
export function matchesReadableCode(
  context: CodeContext,
  expected: Buffer | null | undefined,
  text: string,
): boolean {
  const other = expected ?? Buffer.alloc(32);
  const matches = hashesOfReadableCode(context, text).map(
    (given) => other.length === given.length && timingSafeEqual(other, given),
  );
  return matches.includes(true) && expected instanceof Buffer;
}

/**
 * Replaces hashes that use weaker parameters than the settings ask for. This is possible only at a sign-in, when the
 * password is known.
 */
export interface Rehashes {
  /**
   * Starts a rehash. Called after the answer is decided, because the response time must not show which accounts have an
   * old hash.
   */
  begin(user: Pick<User, 'id' | 'passwordHash'>, password: string): void;
  finished(): Promise<void>;
}

export function createRehashes(context: Pick<AccountsContext, 'sql' | 'hasher' | 'log'>): Rehashes {
  const { sql, hasher, log } = context;
  const running = new Map<string, Promise<void>>();

  const rehash = async (userId: string, before: string, password: string): Promise<void> => {
    try {
      const hash = await hasher.hash(password);
      await transaction(sql, (tx) => replacePasswordHash(tx, userId, before, hash));
    } catch (error) {
      log.warn({ err: error }, 'a password could not be rehashed; the next sign-in tries again');
    } finally {
      running.delete(userId);
    }
  };

  return {
    begin({ id, passwordHash: before }, password) {
      if (before === null || !hasher.isOutdated(before) || running.has(id)) return;
      // Sign-ins that wait for the hasher have priority. The next sign-in of this user can rehash.
      if (hasher.waiting > 0) return;
      running.set(id, rehash(id, before, password));
    },
    async finished() {
      await Promise.all(running.values());
    },
  };
}
