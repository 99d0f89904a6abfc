import type { Tx } from '../../../platform/postgres/client/database.ts';
import { schedulePush } from '../../delivery/devices/schedule-push.ts';
import type { SocialContext } from '../../social.context.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import { closeChat, openChat } from './closing.store.ts';
import { pairOf } from './pair.rules.ts';

/**
 * Records a new combination in the transaction that made it, so that each side is notified exactly once. Call the
 * result after the commit.
 */
export async function notifyCombination(
  tx: Tx,
  context: SocialContext,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<() => void> {
  openChat(tx, pairOf(one, other));
  const body = (userId: string) => ({ userId, combined_at: now.toISOString() });
  await recordUpdates(tx, context, [
    { userId: one, kind: 'combination', body: body(other) },
    { userId: other, kind: 'combination', body: body(one) },
  ]);
  await schedulePush(tx, context, one, { kind: 'combination', fromId: other });
  await schedulePush(tx, context, other, { kind: 'combination', fromId: one });
  return () => announceUpdates(context, [one, other]);
}

/**
 * Closes the chat and notifies both users, with all their devices, in the transaction that undid the combination. A
 * block is reported like a dislike, so that the other user cannot distinguish them. Call the result after the commit.
 */
export async function notifyUndone(
  tx: Tx,
  context: SocialContext,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<() => void> {
  closeChat(tx, pairOf(one, other), now);
  const body = (userId: string) => ({ userId, undone_at: now.toISOString() });
  await recordUpdates(tx, context, [
    { userId: one, kind: 'combination_undone', body: body(other) },
    { userId: other, kind: 'combination_undone', body: body(one) },
  ]);
  return () => announceUpdates(context, [one, other]);
}
