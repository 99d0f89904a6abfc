import { addJob, type CronDefinition, type JobDefinition } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { notifyUsers } from './notices/notify-users.ts';
import type { SocialContext } from '../social.context.ts';
import { lockEvent } from './change-event.store.ts';
import { emptyList, giveToFirst, lockListsToTend } from './seat.store.ts';

const giveSeatsJobName = 'social_give_seats';

export interface GiveSeatsJob {
  eventId: number;
}

/** Seats given per list in one transaction. A job continues with longer lists. */
const atOnce = 100;
const listsAtOnce = 50;

/**
 * Gives free seats to the first users of the waiting lists and notifies them in the same transaction. The events must
 * be locked. Call the result after the commit.
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
    announcements.push(await notifyUsers(tx, context, { eventId, kind: 'seat' }, userIds));
    if (users.length === atOnce) {
      const job: GiveSeatsJob = { eventId };
      addJob(tx, context.clock, giveSeatsJobName, job, { key: `${giveSeatsJobName}:${eventId}` });
    }
  }
  return () => {
    for (const announce of announcements) announce();
  };
}

async function giveMoreSeats(context: SocialContext, { eventId }: GiveSeatsJob): Promise<void> {
  const announce = await transaction(context.sql, async (tx) =>
    (await lockEvent(tx, eventId)) ? giveSeats(tx, context, [eventId]) : undefined,
  );
  announce?.();
}

/** Empties the waiting lists of past events and fills seats that are still free. */
async function tendWaitingLists(context: SocialContext): Promise<void> {
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

export function eventJobs(context: SocialContext): JobDefinition[] {
  return [{ name: giveSeatsJobName, run: (payload) => giveMoreSeats(context, payload as GiveSeatsJob) }];
}

export function eventCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_tend_waiting_lists',
      schedule: '*/10 * * * *',
      run: () => tendWaitingLists(context),
    },
  ];
}
