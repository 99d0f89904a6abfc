import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Act, ActKind } from '../enforcement/act.rules.ts';
import { readLatestActs } from '../enforcement/list-acts.ts';
import { recordAct } from '../enforcement/record-act.ts';
import { endReview, lockForModeration } from '../enforcement/review-hiding.ts';
import { lockBasis, settleReports, type Basis } from '../reports/settle-reports.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { findRepeated, isSettledByOther } from './moderation.rules.ts';

/** What a member of staff writes with every act. */
export interface Order {
  staffId: string;
  /** For the user. */
  reason: string;
  /** For staff. */
  note?: string | undefined;
  /** What it is based on; all that is open where it is left out. */
  reports?: readonly string[] | undefined;
  /** More is to come: the reports stay open. */
  keepOpen?: boolean | undefined;
  /** In the transaction that does it: for another record of who did what. */
  recorded?: ((tx: Tx, userId: string) => Promise<void>) | undefined;
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockForModeration>>>;

/** One kind of act. */
export interface Deed {
  kind: ActKind;
  subject?: string | null;
  until?: Date | null;
  appealId?: string | null;
  /** False for what takes something back: the reports stay open. */
  settles: boolean;
  /** The user is as the act would leave it. Where it is left out, the same once more is a second click. */
  isDone?(tx: Tx, user: LockedUser, basis: Basis): boolean | Promise<boolean>;
  /** Changes what it is about; its answer is called after the commit. */
  carryOut?(tx: Tx, user: LockedUser, act: Act): Promise<(() => void) | void>;
}

export interface ActOutcome {
  status: 'done' | 'unchanged';
  /** The act; where nothing changed, the one that did it before, if there was one. */
  act: Act | null;
}

/**
 * Under the lock of the user's row, which two members of staff at once, a report and a sign-in all wait for: asks whether
 * there is anything to do, writes the act and its notice, does it, and settles what it was based on.
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

/** The same in a transaction that does more. */
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
  if (!user) throw problem('not_found', { detail: 'There is no such user.' });
  const basis = await lockBasis(tx, user.id, staffId, order.reports);
  const before = await findBefore(tx, context, { kind, subject, reason, staffId }, user, basis, deed);
  if (before !== undefined) return { outcome: { status: 'unchanged', act: before }, announcements: [] };
  const reportIds = deed.settles || order.reports ? basis.reportIds : [];
  const input = { userId: user.id, kind, staffId, reason, note, subject, until, reportIds, appealId };
  const { act, announce } = await recordAct(tx, context, input);
  await order.recorded?.(tx, user.id);
  const announceDeed = await deed.carryOut?.(tx, user, act);
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

/** Undefined: there is something to do. Null: there is not, and no act is known that did it. */
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
