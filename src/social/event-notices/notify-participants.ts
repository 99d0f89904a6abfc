import { addJob } from '../../platform/jobs/jobs.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
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
import { tellUsers } from './tell-users.ts';

export const deliverJobName = 'social_tell_of_event';
export const remindJobName = 'social_remind_of_event';

export interface DeliverJob {
  noticeId: string;
}
export interface RemindJob {
  eventId: number;
}

/** How many are told in one transaction: what it writes for each is a few rows. */
const batch = 500;

/** In the transaction of the change: everybody who confirmed by now, or waits for a place, will be told, once. */
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
 * Batch by batch, each with the place up to which it came: whoever takes over after a crash goes on there, and two at
 * once take turns.
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
        return tellUsers(tx, context, notice, waiting, { waited: true });
      }
      const confirmed = await findConfirmed(tx, notice, size);
      const last = confirmed.at(-1);
      if (last) await advanceNotice(tx, noticeId, last);
      if (confirmed.length < size) await finishNotice(tx, noticeId, context.clock.now());
      const userIds = confirmed.map(({ userId }) => userId);
      return tellUsers(tx, context, notice, userIds);
    });
    if (!announce) return;
    announce();
  }
}

/** In the transaction that sets an event's beginning. A later beginning takes the place of an earlier one. */
export function scheduleReminder(tx: Tx, context: SocialContext, eventId: number, startsAt: Date): void {
  const runAt = new Date(startsAt.getTime() - remindAheadMs);
  const job: RemindJob = { eventId };
  addJob(tx, context.clock, remindJobName, job, { runAt, key: `${remindJobName}:${eventId}` });
}

/** In the transaction that moves an event: whoever is told of a beginning within a day is not reminded of it besides. */
export async function skipReminderIfSoon(
  tx: Tx,
  context: SocialContext,
  eventId: number,
  startsAt: Date,
): Promise<void> {
  if (startsAt.getTime() - remindAheadMs <= context.clock.nowMs()) await markReminded(tx, eventId, startsAt);
}

/** Once for each beginning that the event had when it was a day away. */
export async function remindParticipants(context: SocialContext, { eventId }: RemindJob): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const event = await lockRemindable(tx, eventId);
    if (!event || !isReminderDue(event, context.clock.nowMs())) return;
    if (event.remindedFor?.getTime() === event.startsAt.getTime()) return;
    await markReminded(tx, eventId, event.startsAt);
    await notifyParticipants(tx, context, eventId, 'tomorrow');
  });
}

/** For events whose job was lost, or that are older than such jobs. */
export async function remindOfDueEvents(context: SocialContext): Promise<void> {
  const until = new Date(context.clock.nowMs() + remindAheadMs);
  for (;;) {
    const eventIds = await findUnreminded(context.sql, context.clock.now(), until, batch);
    for (const eventId of eventIds) await remindParticipants(context, { eventId });
    if (eventIds.length < batch) return;
  }
}
