import { settleAppeals } from '../appeals/settle-appeals.ts';
import { writeHiding } from '../enforcement/review-hiding.ts';
import { freeSeats, restoreSeats } from '../../events/free-seats.ts';
import { notifyOfLeaving, notifyOfReturn } from '../../people/pairs/notify-partners.ts';
import { endAllSessions } from '../../access/sessions/end-sessions.ts';
import type { SocialContext } from '../../social.context.ts';
import { readSuspension, writeSuspension } from '../../access/suspensions/read-suspension.ts';
import { readUntil } from './moderation.rules.ts';
import { takeAct, type ActOutcome, type Deed, type Order } from './take-act.ts';

export async function warnUser(context: SocialContext, userId: string, order: Order): Promise<ActOutcome> {
  return takeAct(context, userId, order, { kind: 'warn', settles: true });
}

/** Dismisses reports as unfounded and ends a pending review. */
export async function dismissReports(
  context: SocialContext,
  userId: string,
  order: Order,
): Promise<ActOutcome> {
  return takeAct(context, userId, order, {
    kind: 'dismiss',
    settles: true,
    isDone: (_tx, _user, basis) => basis.reportIds.length === 0 && !basis.isOpen,
  });
}

/** Hides a user from feeds only. Combined users and participants of the same event still see the user. */
export async function hideUser(context: SocialContext, userId: string, order: Order): Promise<ActOutcome> {
  return takeAct(context, userId, order, {
    kind: 'hide',
    settles: true,
    isDone: (_tx, user) => user.hiddenBy !== null && !user.hiddenForReview,
    perform: (tx, user, act) => writeHiding(tx, user.id, act.id),
  });
}

export async function unhideUser(context: SocialContext, userId: string, order: Order): Promise<ActOutcome> {
  return takeAct(context, userId, order, unhiding(context));
}

export const unhiding = (context: SocialContext): Deed => ({
  kind: 'unhide',
  settles: false,
  isDone: (_tx, user) => user.hiddenBy === null,
  async perform(tx, user) {
    await writeHiding(tx, user.id, null);
    await settleAppeals(tx, context, user.id, { appealId: null, accepted: true });
  },
});

/**
 * Suspends a user until a day or permanently. All tokens end in every process, and the user’s seats at events go to
 * others.
 */
export async function suspendUser(
  context: SocialContext,
  userId: string,
  order: Order,
  untilText: string | null,
): Promise<ActOutcome> {
  const until = readUntil(untilText, context.clock.nowMs());
  return takeAct(context, userId, order, {
    kind: 'suspend',
    until,
    settles: true,
    async isDone(tx, user) {
      const present = await readSuspension(tx, context, user.id);
      return present?.until?.getTime() === until?.getTime() && present?.reason === order.reason;
    },
    async perform(tx, user, act) {
      await writeSuspension(tx, user.id, { until, actId: act.id });
      // The suspension replaces a pending review.
      if (user.hiddenForReview) await writeHiding(tx, user.id, null);
      user.hiddenForReview = false;
      const announceSeats = await freeSeats(tx, context, user.id);
      const announceEnd = await endAllSessions(tx, context, user.id);
      notifyOfLeaving(tx, context, user.id);
      if (until) notifyOfReturn(tx, context, user.id, until);
      return () => {
        announceEnd();
        announceSeats();
      };
    },
  });
}

export async function liftSuspension(
  context: SocialContext,
  userId: string,
  order: Order,
): Promise<ActOutcome> {
  return takeAct(context, userId, order, lifting(context));
}

export const lifting = (context: SocialContext): Deed => ({
  kind: 'lift',
  settles: false,
  isDone: (_tx, user) => !user.suspended,
  async perform(tx, user) {
    await writeSuspension(tx, user.id, null);
    notifyOfReturn(tx, context, user.id);
    if (!user.deleted) await restoreSeats(tx, context, user.id);
    await settleAppeals(tx, context, user.id, { appealId: null, accepted: true });
  },
});
