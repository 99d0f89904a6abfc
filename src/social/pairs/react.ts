import { isId, newId } from '../../platform/ids.ts';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { countUse, withinLimit } from '../limits/count-use.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { notifyCombination, notifyUndone } from './notify-combination.ts';
import { deletePairsOfUser, upsertBlock, upsertDislike, upsertLike } from './pair.store.ts';
import { deleteNotesOf, noteDislike } from './undo.store.ts';

const dayMs = 86_400_000;

/** The id of the other, as rows have it. */
function readOtherId(userId: string, given: string): string {
  if (!isId(given)) throw noSuchUser();
  const otherId = given.toLowerCase();
  if (otherId === userId) throw problem('own_user');
  return otherId;
}

/** Whoever is deleted, or has blocked the asker, is as missing as whoever never was. */
const noSuchUser = () => problem('not_found', { detail: 'There is no such user.' });

/** The like that combines the two, which is the second of them, notifies both. */
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
  // Most likes come before the other's and are one statement. Only one that combines the two has more to write.
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

/** Answers until when; null is for good. Without `days`, a block that is there already never becomes shorter. */
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
 * For the erasure of a user; others' blocks that last beyond `blocksAfter` stay. Answers with whom there was anything: what
 * those were told of may name the user.
 */
export async function erasePairs(tx: Tx, userId: string, blocksAfter: Date | null): Promise<string[]> {
  const otherIds = await deletePairsOfUser(tx, userId, blocksAfter);
  await deleteNotesOf(tx, userId, otherIds);
  return otherIds;
}
