import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { endCase, lockCase, upsertCase } from './case.store.ts';
import { tellReporters } from './tell-reporters.ts';
import type { ReportOutcome } from './report.rules.ts';
import { findOpenIds, findStatedReports, settle } from './report.store.ts';

/** What an act names of them: the newest. */
const mostNamed = 100;

/** What an act is based on. */
export interface Basis {
  /** As the act's record names them. */
  reportIds: string[];
  /** Those that staff chose; null is all that are open. */
  chosen: string[] | null;
  /** Nobody has settled it before. */
  isOpen: boolean;
}

/**
 * With the user's row locked: the reports that staff decide on, stated or all that are open. Reports that another member
 * of staff has settled meanwhile are not decided a second time.
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
    if (!report) throw invalidField(`reports.${index}`, 'unknown', 'must be a report of this user');
    if (report.closed && report.settledBy !== staffId) throw problem('case_settled');
  }
  return { reportIds: ids, chosen: ids, isOpen };
}

/**
 * Closes what the act was based on, and the case when nothing of it is open any more, and tells the reporters. Call the
 * answer after the commit.
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
  return tellReporters(tx, context, closed, outcome);
}

/** For an appeal; reports open a case by themselves. */
export async function openCase(tx: Tx, context: Pick<SocialContext, 'clock'>, userId: string): Promise<void> {
  await upsertCase(tx, userId, context.clock.now());
}
