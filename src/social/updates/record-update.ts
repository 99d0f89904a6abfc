import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import type { SocialContext } from '../social.context.ts';
import { deleteUpdatesOfUser, insertUpdates, recordGivenFragment, type NewUpdate } from './update.store.ts';

export const updatesChannel = 'social-live';

/** Well within the 8 000 bytes of a notification of PostgreSQL. */
const usersInSignal = 100;

/** In the transaction in which it happens: writes what happened to several users. Call `announceUpdates` after it. */
export async function recordUpdates(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  updates: readonly NewUpdate[],
): Promise<void> {
  await insertUpdates(tx, updates, context.clock.now());
}

/** Parts of a statement of another feature that makes the updates itself: the rows of its part `given`. */
export function recordGiven(sql: Sql | Tx, context: Pick<SocialContext, 'clock'>): Query {
  return recordGivenFragment(sql, context.clock.now());
}

/** After the commit: every process reads the new updates of those who are connected to it. */
export function announceUpdates(context: Pick<SocialContext, 'signals'>, userIds: readonly string[]): void {
  for (let at = 0; at < userIds.length; at += usersInSignal) {
    context.signals.publish(updatesChannel, userIds.slice(at, at + usersInSignal).join(' '));
  }
}

/** For the erasure of a user, whom the updates of these others may name. */
export async function eraseUpdates(tx: Tx, userId: string, otherIds: readonly string[]): Promise<void> {
  await deleteUpdatesOfUser(tx, userId, otherIds);
}
