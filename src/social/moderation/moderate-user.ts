import { settleAppeals } from '../appeals/settle-appeals.ts';
import { writeHiding } from '../enforcement/review-hiding.ts';
import { freeSeats, restoreSeats } from '../events/free-seats.ts';
import { tellOfLeaving, tellOfReturn } from '../pairs/tell-partners.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import type { SocialContext } from '../social.context.ts';
import { readSuspension, writeSuspension } from '../suspensions/read-suspension.ts';
import { readUntil } from './moderation.rules.ts';
import { takeAct, type ActOutcome, type Deed, type Order } from './take-act.ts';

export async function warnUser(context: SocialContext, userId: string, order: Order): Promise<ActOutcome> {
  return takeAct(context, userId, order, { kind: 'warn', settles: true });
}

/** Nothing is to be said against the user: what waited for a look is over. */
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

/** From feeds alone: who is combined with the user, or goes to the same event, goes on seeing it there. */
export async function hideUser(context: SocialContext, userId: string, order: Order): Promise<ActOutcome> {
  return takeAct(context, userId, order, {
    kind: 'hide',
    settles: true,
    isDone: (_tx, user) => user.hiddenBy !== null && !user.hiddenForReview,
    carryOut: (tx, user, act) => writeHiding(tx, user.id, act.id),
  });
}

export async function unhideUser(context: SocialContext, userId: string, order: Order): Promise<ActOutcome> {
  return takeAct(context, userId, order, unhiding(context));
}

export const unhiding = (context: SocialContext): Deed => ({
  kind: 'unhide',
  settles: false,
  isDone: (_tx, user) => user.hiddenBy === null,
  async carryOut(tx, user) {
    await writeHiding(tx, user.id, null);
    await settleAppeals(tx, context, user.id, { appealId: null, accepted: true });
  },
});

/** Until a day, or for good. Every token ends with it, in every process, and others get the places at events. */
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
    async carryOut(tx, user, act) {
      await writeSuspension(tx, user.id, { until, actId: act.id });
      // The suspension takes the place of what only waited for a look.
      if (user.hiddenForReview) await writeHiding(tx, user.id, null);
      user.hiddenForReview = false;
      const announceSeats = await freeSeats(tx, context, user.id);
      const announceEnd = await endAllSessions(tx, context, user.id);
      tellOfLeaving(tx, context, user.id);
      if (until) tellOfReturn(tx, context, user.id, until);
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
  async carryOut(tx, user) {
    await writeSuspension(tx, user.id, null);
    tellOfReturn(tx, context, user.id);
    if (!user.deleted) await restoreSeats(tx, context, user.id);
    await settleAppeals(tx, context, user.id, { appealId: null, accepted: true });
  },
});
