import type { Tx } from '../../../platform/postgres/client/database.ts';
import { carrySuspension } from '../../safety/moderation/carry-suspension.ts';
import type { SocialContext } from '../../social.context.ts';
import { lastsAsLong, takeIdentityBar } from '../../access/suspensions/bar-identity.ts';
import { findIdentityHashes, type Identity } from '../../access/suspensions/identity-hash.ts';
import { readSuspension, type Suspension } from '../../access/suspensions/read-suspension.ts';
import { lockErasedOf, moveCase } from './erased-user.store.ts';

/**
 * Moves the cases of erased accounts of the same identity to a new user. Returns the suspension that the identity still
 * has to serve. Called after the new user's row is written.
 */
export async function moveCasesToUser(
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
