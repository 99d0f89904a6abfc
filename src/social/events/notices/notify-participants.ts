import { addJob } from '../../../platform/jobs/jobs.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { isReminderDue, remindAheadMs } from './notice.rules.ts';
import {
  advanceNotice,
  findConfirmed,
  finishNotice,
  findUnreminded,
  insertNotice,
  lockNotice,
  lockRemindable,
  markReminded,
  takeWaiters,
  type BroadcastKind,
} from './notice.store.ts';
import { notifyUsers } from './notify-users.ts';

export const deliverJobName = 'social_tell_of_event';
export const remindJobName = 'social_remind_of_event';

export interface DeliverJob {
  noticeId: string;
}
export interface RemindJob {
  eventId: number;
}

/** Number of users per transaction. Each gets a few rows. */
const batch = 500;

/**
 * Records a notice for everyone who has confirmed or is waiting, in the transaction of the change. Each user is
 * notified once.
 */
export async function notifyParticipants(
  tx: Tx,
  context: SocialContext,
  eventId: number,
  kind: BroadcastKind,
): Promise<void> {
  const id = newId(context.clock.nowMs());
  await insertNotice(tx, { id, eventId, kind, now: context.clock.now() });
  addJob(tx, context.clock, deliverJobName, { noticeId: id } satisfies DeliverJob);
}

/**
 * Delivers a notice in batches. Each batch stores its position, so a retry after a crash continues there, and
 * concurrent workers alternate.
 */
export async function deliverNotice(
  context: SocialContext,
  { noticeId }: DeliverJob,
  size = batch,
): Promise<void> {
  for (;;) {
    const announce = await transaction(context.sql, async (tx) => {
      const notice = await lockNotice(tx, noticeId);
      if (!notice || notice.doneAt) return undefined;
      const waiters = await takeWaiters(tx, notice, size);
      if (waiters.length > 0) {
        const waiting = waiters.filter(({ goes }) => !goes).map(({ userId }) => userId);
        return notifyUsers(tx, context, notice, waiting, { waited: true });
      }
      const confirmed = await findConfirmed(tx, notice, size);
      const last = confirmed.at(-1);
      if (last) await advanceNotice(tx, noticeId, last);
      if (confirmed.length < size) await finishNotice(tx, noticeId, context.clock.now());
      const userIds = confirmed.map(({ userId }) => userId);
      return notifyUsers(tx, context, notice, userIds);
    });
    if (!announce) return;
    announce();
  }
}

/** Schedules the reminder in the transaction that sets the start. A new start replaces an earlier one. */
export function scheduleReminder(tx: Tx, context: SocialContext, eventId: number, startsAt: Date): void {
  const runAt = new Date(startsAt.getTime() - remindAheadMs);
  const job: RemindJob = { eventId };
  addJob(tx, context.clock, remindJobName, job, { runAt, key: `${remindJobName}:${eventId}` });
}

/**
 * Marks the reminder as sent in the transaction that moves the event, if the new start is within a day: the notice of
 * the change is enough.
 */
export async function skipReminderIfSoon(
  tx: Tx,
  context: SocialContext,
  eventId: number,
  startsAt: Date,
): Promise<void> {
  if (startsAt.getTime() - remindAheadMs <= context.clock.nowMs()) await markReminded(tx, eventId, startsAt);
}

/** Reminds participants, once for each start that the event had a day ahead. */
export async function remindParticipants(context: SocialContext, { eventId }: RemindJob): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const event = await lockRemindable(tx, eventId);
    if (!event || !isReminderDue(event, context.clock.nowMs())) return;
    if (event.remindedFor?.getTime() === event.startsAt.getTime()) return;
    await markReminded(tx, eventId, event.startsAt);
    await notifyParticipants(tx, context, eventId, 'tomorrow');
  });
}

/** Reminds of events whose job was lost or that are older than these jobs. */
export async function remindOfDueEvents(context: SocialContext): Promise<void> {
  const until = new Date(context.clock.nowMs() + remindAheadMs);
  for (;;) {
    const eventIds = await findUnreminded(context.sql, context.clock.now(), until, batch);
    for (const eventId of eventIds) await remindParticipants(context, { eventId });
    if (eventIds.length < batch) return;
  }
}
