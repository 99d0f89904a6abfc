import { isId, newId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { countUse, withinLimit } from '../../access/limits/count-use.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { notifyCombination, notifyUndone } from './notify-combination.ts';
import { deletePairsOfUser, upsertBlock, upsertDislike, upsertLike } from './pair.store.ts';
import { deleteNotesOf, noteDislike } from './undo.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

const dayMs = 86_400_000;

/** Returns the id of the other user in its stored form. */
function readOtherId(userId: string, given: string): string {
  if (!isId(given)) throw noSuchUser();
  const otherId = given.toLowerCase();
  if (otherId === userId) throw problem('own_user');
  return otherId;
}

/** Deleted users, and users who have blocked the caller, get the same answer as unknown ids. */
const noSuchUser = () => problem('not_found', { say: socialWords.noSuchUser });

/** Likes a user. The second like of a pair combines the two and notifies both. */
export async function likeUser(
  context: SocialContext,
  userId: string,
  given: string,
): Promise<'liked' | 'combined'> {
  const otherId = readOtherId(userId, given);
  return withinLimit(context, userId, 'like', () => writeLike(context, userId, otherId));
}

async function writeLike(
  context: SocialContext,
  userId: string,
  otherId: string,
): Promise<'liked' | 'combined'> {
  const count = (tag: Sql | Tx) => (from: Query) => countUse(tag, context, userId, 'like', from);
  // Most likes do not combine and need one statement. Only a like that combines needs a transaction.
  const reaction = { userId, otherId, now: context.clock.now() };
  const alone = await upsertLike(context.sql, reaction, null, count(context.sql));
  if (alone) return alone.combined ? 'combined' : 'liked';
  const combinationId = newId(context.clock.nowMs());
  const { liked, announce } = await transaction(context.sql, async (tx: Tx) => {
    const now = context.clock.now();
    const liked = await upsertLike(tx, { userId, otherId, now }, combinationId, count(tx));
    const announce = liked?.combinedNow
      ? await notifyCombination(tx, context, [userId, otherId], now)
      : undefined;
    return { liked, announce };
  });
  if (!liked) throw noSuchUser();
  announce?.();
  return liked.combined ? 'combined' : 'liked';
}

export async function dislikeUser(context: SocialContext, userId: string, given: string): Promise<void> {
  const otherId = readOtherId(userId, given);
  const now = context.clock.now();
  const announce = await transaction(context.sql, async (tx) => {
    const until = passedUntil(context);
    const done = await upsertDislike(tx, { userId, otherId, now }, until);
    if (!done) throw noSuchUser();
    noteDislike(tx, userId, { otherId, passedUntil: until, undidCombination: done.undone });
    return done.undone ? notifyUndone(tx, context, [userId, otherId], now) : undefined;
  });
  announce?.();
}

/**
 * Blocks a user and returns the end of the block; null is permanent. Without `days`, an existing block never becomes
 * shorter.
 */
export async function blockUser(
  context: SocialContext,
  userId: string,
  given: string,
  { days }: { days?: number | undefined } = {},
): Promise<Date | null> {
  const otherId = readOtherId(userId, given);
  const now = context.clock.now();
  const lasts = days ?? context.settings.BLOCK_DAYS;
  const until = {
    blocked: lasts === 0 ? null : new Date(now.getTime() + lasts * dayMs),
    canEndEarlier: days !== undefined,
    passed: passedUntil(context),
  };
  const { blockedUntil, announce } = await transaction(context.sql, async (tx) => {
    const done = await upsertBlock(tx, { userId, otherId }, until);
    if (!done) throw noSuchUser();
    const announce = done.undone ? await notifyUndone(tx, context, [userId, otherId], now) : undefined;
    return { blockedUntil: done.blockedUntil, announce };
  });
  announce?.();
  return blockedUntil;
}

const passedUntil = ({ clock, settings }: SocialContext): Date =>
  new Date(clock.nowMs() + settings.PASS_DAYS * dayMs);

/**
 * Deletes the pairs of an erased user, except others’ blocks beyond `blocksAfter`. Returns the other users, because
 * their updates may name the erased user.
 */
export async function erasePairs(tx: Tx, userId: string, blocksAfter: Date | null): Promise<string[]> {
  const otherIds = await deletePairsOfUser(tx, userId, blocksAfter);
  await deleteNotesOf(tx, userId, otherIds);
  return otherIds;
}
