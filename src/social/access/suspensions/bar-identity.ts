import type { Tx } from '../../../platform/postgres/client/database.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../../social.context.ts';
import type { IdentityHashes } from './identity-hash.ts';
import { deleteEndedBars, findBarOfAddress, insertBars, takeBar, type Bar } from './suspension.store.ts';

export type { Bar };

/**
 * Moves a suspension that is still in force from the user to the identity. Called before the row of an erased user is
 * deleted.
 */
export async function barIdentity(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<void> {
  await insertBars(tx, userId, context.clock.now());
}

/**
 * Returns the suspension that applies to a new user: one kept for the identity after an erasure, or one of another
 * account with the same confirmed address. Called after the new user's row is written.
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

/** Returns true if the first suspension ends no earlier than the second. Null means permanent. */
export const lastsAsLong = (one: End, other: End): boolean =>
  one.until === null || (other.until !== null && one.until >= other.until);

export async function forgetEndedBars(context: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  await inBatches((limit) => deleteEndedBars(context.sql, context.clock.now(), limit));
}
