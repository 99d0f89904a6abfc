import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { tellUsers } from '../event-notices/tell-users.ts';
import type { SocialContext } from '../social.context.ts';
import { lockEvent } from './change-event.store.ts';
import { emptyList, giveToFirst, lockListsToTend } from './seat.store.ts';

export const giveSeatsJobName = 'social_give_seats';

export interface GiveSeatsJob {
  eventId: number;
}

/** In one transaction; a list that is longer than what became free at once goes on in a job. */
const atOnce = 100;
const listsAtOnce = 50;

/**
 * With the events locked, after a place became free there: it belongs to the first of the list, who is told in the same
 * transaction. Call the answer after the commit.
 */
export async function giveSeats(
  tx: Tx,
  context: SocialContext,
  eventIds: readonly number[],
): Promise<() => void> {
  if (eventIds.length === 0) return () => {};
  const given = await giveToFirst(tx, eventIds, atOnce, context.clock.now());
  const announcements: (() => void)[] = [];
  for (const [eventId, users] of Map.groupBy(given, (seat) => seat.eventId)) {
    const userIds = users.map((seat) => seat.userId);
    announcements.push(await tellUsers(tx, context, { eventId, kind: 'seat' }, userIds));
    if (users.length === atOnce) {
      const job: GiveSeatsJob = { eventId };
      addJob(tx, context.clock, giveSeatsJobName, job, { key: `${giveSeatsJobName}:${eventId}` });
    }
  }
  return () => {
    for (const announce of announcements) announce();
  };
}

/** The rest of a long list. */
export async function giveMoreSeats(context: SocialContext, { eventId }: GiveSeatsJob): Promise<void> {
  const announce = await transaction(context.sql, async (tx) =>
    (await lockEvent(tx, eventId)) ? giveSeats(tx, context, [eventId]) : undefined,
  );
  announce?.();
}

/** Lists of events that are over end; places that a process of an older version freed are given. */
export async function tendWaitingLists(context: SocialContext): Promise<void> {
  for (;;) {
    const { count, announce } = await transaction(context.sql, async (tx) => {
      const lists = await lockListsToTend(tx, context.clock.now(), listsAtOnce);
      for (const { id } of lists.filter((list) => list.isOver)) await emptyList(tx, id);
      const open = lists.filter((list) => !list.isOver).map((list) => list.id);
      return { count: lists.length, announce: await giveSeats(tx, context, open) };
    });
    announce();
    if (count < listsAtOnce) return;
  }
}
