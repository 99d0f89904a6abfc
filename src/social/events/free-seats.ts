import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { giveSeats } from './give-seats.ts';
import { lockEventsOfUser, lockReleasedEvents, releaseSeats, takeBackSeats } from './seat.store.ts';

/**
 * Frees the seats of a user who becomes hidden and removes the user from waiting lists. The seats go to waiting users
 * at once. The user’s row must be locked. Call the result after the commit.
 */
export async function freeSeats(tx: Tx, context: SocialContext, userId: string): Promise<() => void> {
  const eventIds = await lockEventsOfUser(tx, userId);
  if (eventIds.length === 0) return () => {};
  await releaseSeats(tx, userId, true);
  return giveSeats(tx, context, eventIds);
}

/** Gives a returning user the former seats that are still free. The user’s row must be locked. */
export async function restoreSeats(tx: Tx, context: SocialContext, userId: string): Promise<void> {
  await lockReleasedEvents(tx, userId);
  await takeBackSeats(tx, userId, context.clock.now());
}

/**
 * Deletes the seats of an erased user. An erased user was hidden before, so waiting users have already received the
 * seats.
 */
export async function eraseAttendances(tx: Tx, userId: string): Promise<void> {
  if ((await lockEventsOfUser(tx, userId)).length > 0) await releaseSeats(tx, userId, false);
}
