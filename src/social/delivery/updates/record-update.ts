import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import type { SocialContext } from '../../social.context.ts';
import { deleteUpdatesOfUser, insertUpdates, recordGivenFragment, type NewUpdate } from './update.store.ts';

export const updatesChannel = 'social-live';

/** Maximum number of users per signal, well below PostgreSQL’s limit of 8 000 bytes per notification. */
const usersInSignal = 100;

/** Records updates of several users in the transaction of the change. Call `announceUpdates` after the commit. */
export async function recordUpdates(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  updates: readonly NewUpdate[],
): Promise<void> {
  await insertUpdates(tx, updates, context.clock.now());
}

/**
 * Returns a fragment for statements of other features that record updates themselves, from the rows of their part
 * `given`.
 */
export function recordGiven(sql: Sql | Tx, context: Pick<SocialContext, 'clock'>): Query {
  return recordGivenFragment(sql, context.clock.now());
}

/** Signals new updates after the commit. Every process then reads those of its connected users. */
export function announceUpdates(context: Pick<SocialContext, 'signals'>, userIds: readonly string[]): void {
  for (let at = 0; at < userIds.length; at += usersInSignal) {
    context.signals.publish(updatesChannel, userIds.slice(at, at + usersInSignal).join(' '));
  }
}

/** Deletes the updates of an erased user, and those of other users that may name that user. */
export async function eraseUpdates(tx: Tx, userId: string, otherIds: readonly string[]): Promise<void> {
  await deleteUpdatesOfUser(tx, userId, otherIds);
}
