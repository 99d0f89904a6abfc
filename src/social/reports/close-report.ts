import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { endReview, lockForModeration } from '../enforcement/review-hiding.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { endCase, lockCase } from './case.store.ts';
import { findReportedOf, markClosed } from './report.store.ts';

/** One report, without deciding anything about the user; the last of a case ends it, and with it the wait of a review. */
export async function closeReport(
  context: SocialContext,
  reportId: string,
  note: string,
  staffId: string,
  recorded?: (tx: Tx, reportedId: string | null) => Promise<void>,
): Promise<void> {
  const missing = () => problem('not_found', { detail: 'There is no such open report.' });
  if (!isId(reportId)) throw missing();
  const announce = await transaction(context.sql, async (tx) => {
    const found = await findReportedOf(tx, reportId);
    if (!found) throw missing();
    const { reportedId } = found;
    const user = reportedId === null ? undefined : await lockForModeration(tx, context, reportedId);
    if (user) await lockCase(tx, user.id);
    if (!(await markClosed(tx, reportId, note, context.clock.now()))) throw missing();
    await recorded?.(tx, reportedId);
    return user && (await endCase(tx, user.id)) ? endReview(tx, context, user, staffId) : undefined;
  });
  announce?.();
  context.log.info({ report: reportId, staff: staffId }, 'a report was closed');
}
