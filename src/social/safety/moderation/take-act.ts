import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Act, ActKind } from '../enforcement/act.rules.ts';
import { readLatestActs } from '../enforcement/list-acts.ts';
import { recordAct } from '../enforcement/record-act.ts';
import { endReview, lockForModeration } from '../enforcement/review-hiding.ts';
import { lockBasis, settleReports, type Basis } from '../reports/settle-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findRepeated, isSettledByOther } from './moderation.rules.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** Input of a member of staff for every act. */
export interface Order {
  staffId: string;
  /** Shown to the user. */
  reason: string;
  /** Shown to staff only. */
  note?: string | undefined;
  /** Reports on which the act is based. Default: all open ones. */
  reports?: readonly string[] | undefined;
  /** Keeps the reports open, because another act follows. */
  keepOpen?: boolean | undefined;
  /** Called in the same transaction, for example to write the staff log. */
  recorded?: ((tx: Tx, userId: string) => Promise<void>) | undefined;
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockForModeration>>>;

export interface Deed {
  kind: ActKind;
  subject?: string | null;
  until?: Date | null;
  appealId?: string | null;
  /** False for acts that reverse another one: the reports stay open. */
  settles: boolean;
  /**
   * Returns whether the user is already in the resulting state. If undefined, a repeat a moment later counts as a
   * double click.
   */
  isDone?(tx: Tx, user: LockedUser, basis: Basis): boolean | Promise<boolean>;
  /** Performs the act. Its result is called after the commit. */
  perform?(tx: Tx, user: LockedUser, act: Act): Promise<(() => void) | void>;
}

export interface ActOutcome {
  status: 'done' | 'unchanged';
  /** The act. If nothing changed, the earlier act with the same effect, if known. */
  act: Act | null;
}

/**
 * Performs an act with the user’s row locked, against concurrent acts, reports and sign-ins. Checks whether there is
 * anything to do, writes the act and its notice, performs it, and settles the reports that it was based on.
 */
export async function takeAct(
  context: SocialContext,
  userId: string,
  order: Order,
  deed: Deed,
): Promise<ActOutcome> {
  const { outcome, announcements } = await transaction(context.sql, (tx) =>
    takeActIn(tx, context, userId, order, deed),
  );
  for (const announce of announcements) announce();
  return outcome;
}

export async function takeActIn(
  tx: Tx,
  context: SocialContext,
  userId: string,
  order: Order,
  deed: Deed,
): Promise<{ outcome: ActOutcome; announcements: (() => void)[] }> {
  const { staffId, reason, note = '' } = order;
  const { kind, subject = null, until = null, appealId = null } = deed;
  const user = isId(userId) ? await lockForModeration(tx, context, userId) : undefined;
  if (!user) throw problem('not_found', { say: socialWords.noSuchUser });
  const basis = await lockBasis(tx, user.id, staffId, order.reports);
  const before = await findBefore(tx, context, { kind, subject, reason, staffId }, user, basis, deed);
  if (before !== undefined) return { outcome: { status: 'unchanged', act: before }, announcements: [] };
  const reportIds = deed.settles || order.reports ? basis.reportIds : [];
  const input = { userId: user.id, kind, staffId, reason, note, subject, until, reportIds, appealId };
  const { act, announce } = await recordAct(tx, context, input);
  await order.recorded?.(tx, user.id);
  const announceDeed = await deed.perform?.(tx, user, act);
  const settles = deed.settles && order.keepOpen !== true;
  const outcome = kind === 'dismiss' ? 'no_breach' : 'action_taken';
  const settling = { id: act.id, note, outcome } as const;
  const tell = await settleReports(tx, context, user.id, settles ? basis : { chosen: [] }, settling);
  const announceEnd = settles && kind !== 'hide' && (await endReview(tx, context, user, staffId));
  const announcements = [announceDeed, announce, announceEnd, tell].filter(
    (one) => typeof one === 'function',
  );
  return { outcome: { status: 'done', act }, announcements };
}

/**
 * Returns the earlier act with the same effect, null if the effect exists without a known act, or undefined if the act
 * has to be performed.
 */
async function findBefore(
  tx: Tx,
  context: SocialContext,
  act: { kind: ActKind; subject: string | null; reason: string; staffId: string },
  user: LockedUser,
  basis: Basis,
  deed: Deed,
): Promise<Act | null | undefined> {
  const nowMs = context.clock.nowMs();
  const recent = await readLatestActs(tx, user.id, 20);
  if (deed.isDone) {
    if (await deed.isDone(tx, user, basis)) return recent.find((one) => one.kind === act.kind) ?? null;
  } else {
    const repeated = findRepeated(recent, act, nowMs);
    if (repeated) return repeated;
  }
  const isBlind = deed.settles && !basis.isOpen && basis.chosen === null;
  if (isBlind && isSettledByOther(recent, act.staffId, nowMs)) throw problem('case_settled');
  return undefined;
}
