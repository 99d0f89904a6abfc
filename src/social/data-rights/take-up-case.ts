import type { Tx } from '../../platform/postgres/client/database.ts';
import { carrySuspension } from '../moderation/carry-suspension.ts';
import type { SocialContext } from '../social.context.ts';
import { lastsAsLong, takeIdentityBar } from '../suspensions/bar-identity.ts';
import { findIdentityHashes, type Identity } from '../suspensions/identity-hash.ts';
import { readSuspension, type Suspension } from '../suspensions/read-suspension.ts';
import { lockErasedOf, moveCase } from './erased-user.store.ts';

/**
 * After the row of a user who signs in for the first time is written: gives it the case of every erased account of the
 * same identity, and the suspension that the identity has yet to serve, which is returned.
 */
export async function takeUpCase(
  tx: Tx,
  context: SocialContext,
  userId: string,
  identity: Identity,
): Promise<Suspension | undefined> {
  const hashes = await findIdentityHashes(tx, context, identity);
  const erasedIds = hashes ? await lockErasedOf(tx, hashes) : [];
  for (const erasedId of erasedIds) {
    await moveCase(tx, erasedId, userId, context.clock.now());
    context.log.info({ user: userId, erased: erasedId }, 'a reported identity signed up again');
  }
  const moved = erasedIds.length === 0 ? undefined : await readSuspension(tx, context, userId);
  const bar = await takeIdentityBar(tx, context, { id: userId, email: identity.email }, hashes);
  return !bar || (moved && lastsAsLong(moved, bar)) ? moved : carrySuspension(tx, context, userId, bar);
}
