import { transaction } from '../../platform/postgres/client/transaction.ts';
import { loadCards, type Card } from '../people/load-cards.ts';
import type { SocialContext, ViewerContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { findUndoer, takeBackDislike } from './undo.store.ts';

/** Another dislike came in between: then that one is the last. */
class Overtaken extends Error {}

/**
 * Takes back the last dislike: the other is in the feed again, and no more. A like that the dislike withdrew is to be
 * given anew, and what it un-combined stays so: both would have to want it. Answers the card of the other, or nothing
 * where the other has vanished since.
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

/** False where it has been overtaken by a like, a block or time; undefined where another dislike is the last. */
async function tryUndo(
  context: SocialContext,
  dislike: { userId: string; otherId: string; passedUntil: Date },
): Promise<boolean | undefined> {
  try {
    return await transaction(context.sql, async (tx) => {
      const { passEnded, wasLast } = await takeBackDislike(tx, { ...dislike, now: context.clock.now() });
      if (!wasLast) throw new Overtaken();
      return passEnded;
    });
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
}
