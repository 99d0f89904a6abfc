import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { loadCards, type Card } from '../load-cards.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findUndoer, takeBackDislike } from './undo.store.ts';

class DislikeReplaced extends Error {}

/**
 * Undoes the last dislike, so that the other user returns to the feed. A like that the dislike removed must be given
 * again, and a combination is not restored, because both would have to want it. Returns the card of the other user, or
 * undefined if that user is no longer visible.
 */
export async function undoDislike(context: ViewerContext, userId: string): Promise<Card | undefined> {
  for (;;) {
    const undoer = await findUndoer(context.sql, userId);
    if (!undoer?.isPremium) throw problem('premium_only');
    const { otherId, passedUntil } = undoer;
    if (otherId === null) throw problem('nothing_to_undo');
    if (undoer.undidCombination) throw problem('undid_combination');
    const done = await tryUndo(context, { userId, otherId, passedUntil });
    if (done === undefined) continue;
    if (!done) throw problem('nothing_to_undo');
    const [card] = await loadCards(context, userId, [otherId]);
    return card;
  }
}

/**
 * Returns false if a like, a block or time has overtaken the dislike, and undefined if another dislike is now the last.
 */
async function tryUndo(
  context: SocialContext,
  dislike: { userId: string; otherId: string; passedUntil: Date },
): Promise<boolean | undefined> {
  try {
    return await transaction(context.sql, async (tx) => {
      const { passEnded, wasLast } = await takeBackDislike(tx, { ...dislike, now: context.clock.now() });
      if (!wasLast) throw new DislikeReplaced();
      return passEnded;
    });
  } catch (error) {
    if (error instanceof DislikeReplaced) return undefined;
    throw error;
  }
}
