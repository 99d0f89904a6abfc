import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { SocialContext } from '../../social.context.ts';
import { isHiddenBy, reviewReasons } from './act.rules.ts';
import { lockModerated, setHidden, type ModeratedUser } from './act.store.ts';
import { recordAct } from './record-act.ts';

/** Locks a user for all decisions about that user. */
export async function lockForModeration(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<ModeratedUser | undefined> {
  return lockModerated(tx, userId, context.clock.now());
}

/**
 * Hides a user after a report if enough people have reported the user, until a review. The user’s row must be locked.
 * Call the result after the commit.
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

/** Ends a hiding by the rule after a review by staff. A hiding by staff stays. The user’s row must be locked. */
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

/** Hides the user from feeds, or ends that, by an act of staff. The user’s row must be locked. */
export async function writeHiding(tx: Tx, userId: string, actId: string | null): Promise<void> {
  await setHidden(tx, userId, actId);
}
