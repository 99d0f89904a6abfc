import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { giveSeats } from './give-seats.ts';
import { lockEventsOfUser, lockReleasedEvents, releaseSeats, takeBackSeats } from './seat.store.ts';

/**
 * For a user who is hidden from now on, with the user's row locked: places are free at once and go to who waits for
 * them; what was waited for is given up. Call the answer after the commit.
 */
export async function freeSeats(tx: Tx, context: SocialContext, userId: string): Promise<() => void> {
  const eventIds = await lockEventsOfUser(tx, userId);
  if (eventIds.length === 0) return () => {};
  await releaseSeats(tx, userId, true);
  return giveSeats(tx, context, eventIds);
}

/** For a user who comes back, with the user's row locked: a place only where one is left. */
export async function restoreSeats(tx: Tx, context: SocialContext, userId: string): Promise<void> {
  await lockReleasedEvents(tx, userId);
  await takeBackSeats(tx, userId, context.clock.now());
}

/** For the erasure of a user. Whoever is erased was hidden before, and has given places to others then. */
export async function eraseAttendances(tx: Tx, userId: string): Promise<void> {
  if ((await lockEventsOfUser(tx, userId)).length > 0) await releaseSeats(tx, userId, false);
}
