import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { isHiddenBy, reviewReasons } from './act.rules.ts';
import { lockModerated, setHidden, type ModeratedUser } from './act.store.ts';
import { recordAct } from './record-act.ts';

/** The lock under which everything about a user is decided. */
export async function lockForModeration(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<ModeratedUser | undefined> {
  return lockModerated(tx, userId, context.clock.now());
}

/**
 * With the user's row locked, after another report: enough people keep somebody out of feeds until staff have looked.
 * Call the answer after the commit.
 */
export async function hideForReview(
  tx: Tx,
  context: SocialContext,
  user: ModeratedUser,
  reporters: number,
): Promise<() => void> {
  if (user.hiddenBy !== null || !isHiddenBy(reporters, context.settings.HIDE_AFTER_REPORTERS))
    return () => {};
  const input = { userId: user.id, kind: 'hide', staffId: null, reason: reviewReasons.hide } as const;
  const { act, announce } = await recordAct(tx, context, input);
  await setHidden(tx, user.id, act.id);
  return announce;
}

/** With the user's row locked, once staff have looked: ends what the rule began, and nothing that staff decided. */
export async function endReview(
  tx: Tx,
  context: SocialContext,
  user: ModeratedUser,
  staffId: string,
): Promise<() => void> {
  if (!user.hiddenForReview) return () => {};
  await setHidden(tx, user.id, null);
  const input = { userId: user.id, kind: 'unhide', staffId, reason: reviewReasons.unhide } as const;
  return (await recordAct(tx, context, input)).announce;
}

/** With the user's row locked, by an act of staff: keeps the user out of feeds, or no longer. */
export async function writeHiding(tx: Tx, userId: string, actId: string | null): Promise<void> {
  await setHidden(tx, userId, actId);
}
