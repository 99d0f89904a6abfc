import type { Tx } from '../../platform/postgres/client/database.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../social.context.ts';
import type { IdentityHashes } from './identity-hash.ts';
import { deleteEndedBars, findBarOfAddress, insertBars, takeBar, type Bar } from './suspension.store.ts';

export type { Bar };

/**
 * When the case of an erased user is forgotten, before the row goes: a suspension that is still in force stays with the
 * identity.
 */
export async function barIdentity(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<void> {
  await insertBars(tx, userId, context.clock.now());
}

/**
 * After the row of a user who signs in for the first time is written: the suspension that this identity has yet to serve,
 * kept since an account was erased, or in force for another account with the same confirmed address.
 */
export async function takeIdentityBar(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  user: { id: string; email: string | null },
  hashes: IdentityHashes | undefined,
): Promise<Bar | undefined> {
  const now = context.clock.now();
  const kept =
    hashes &&
    (await takeBar(tx, hashes.address ? [hashes.identity, hashes.address] : [hashes.identity], now));
  const inForce = user.email === null ? undefined : await findBarOfAddress(tx, user.id, user.email, now);
  return !kept || (inForce && lastsAsLong(inForce, kept)) ? inForce : kept;
}

type End = Pick<Bar, 'until'>;

/** Null is for good. */
export const lastsAsLong = (one: End, other: End): boolean =>
  one.until === null || (other.until !== null && one.until >= other.until);

export async function forgetEndedBars(context: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  await inBatches((limit) => deleteEndedBars(context.sql, context.clock.now(), limit));
}
