import type { Tx } from '../../platform/postgres/client/database.ts';
import { schedulePush } from '../devices/schedule-push.ts';
import type { SocialContext } from '../social.context.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import { closeChat, openChat } from './closing.store.ts';
import { pairOf } from './pair.rules.ts';

/** In the transaction that combined the two, so that each side is notified exactly once. Call the answer after the commit. */
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
 * In the transaction that undid a combination: closes the chat, and tells both, the devices of whoever did it as well.
 * A block is told like a dislike, so that nobody can tell the two apart. Call the answer after the commit.
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
