import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { endCase, lockCase, upsertCase } from './case.store.ts';
import { notifyReporters } from './notify-reporters.ts';
import type { ReportOutcome } from './report.rules.ts';
import { findOpenIds, findStatedReports, settle } from './report.store.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

const mostNamed = 100;

export interface Basis {
  reportIds: string[];
  /** Reports chosen by staff, or null for all open ones. */
  chosen: string[] | null;
  isOpen: boolean;
}

/**
 * Returns the reports that staff decide on: the given ones or all open ones. Throws if another member of staff has
 * already settled a given one. The user’s row must be locked.
 */
export async function lockBasis(
  tx: Tx,
  userId: string,
  staffId: string,
  stated: readonly string[] | undefined,
): Promise<Basis> {
  const isOpen = await lockCase(tx, userId);
  if (stated === undefined)
    return { reportIds: await findOpenIds(tx, userId, mostNamed), chosen: null, isOpen };
  const ids = stated.map((id) => id.toLowerCase());
  const found = ids.every(isId) ? await findStatedReports(tx, userId, ids) : [];
  const known = new Map(found.map((report) => [report.id, report]));
  for (const [index, id] of ids.entries()) {
    const report = known.get(id);
    if (!report) throw invalidField(`reports.${index}`, 'unknown', safetyWords.reportOfUser);
    if (report.closed && report.settledBy !== staffId) throw problem('case_settled');
  }
  return { reportIds: ids, chosen: ids, isOpen };
}

/**
 * Closes the reports of an act, ends the case if nothing in it is open, and notifies the reporters. Call the result
 * after the commit.
 */
export async function settleReports(
  tx: Tx,
  context: SocialContext,
  userId: string,
  { chosen }: Pick<Basis, 'chosen'>,
  { outcome, ...act }: { id: string; note: string; outcome: ReportOutcome },
): Promise<() => void> {
  const closed = await settle(tx, userId, chosen, { ...act, now: context.clock.now() });
  await endCase(tx, userId);
  return notifyReporters(tx, context, closed, outcome);
}

/** Opens a case for an appeal. For reports a trigger does this. */
export async function openCase(tx: Tx, context: Pick<SocialContext, 'clock'>, userId: string): Promise<void> {
  await upsertCase(tx, userId, context.clock.now());
}
