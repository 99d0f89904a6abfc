import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { endReview, lockForModeration } from '../enforcement/review-hiding.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { endCase, lockCase } from './case.store.ts';
import type { ReportOutcome } from './report.rules.ts';
import { findReportedOf, markClosed } from './report.store.ts';
import { notifyReporters } from './notify-reporters.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/**
 * Closes one report without an act on a user, and notifies the reporter of the outcome. The last report of a case ends
 * the case and a pending review.
 */
export async function closeReport(
  context: SocialContext,
  reportId: string,
  { note, outcome = 'no_breach' }: { note: string; outcome?: ReportOutcome | undefined },
  staffId: string,
  recorded?: (tx: Tx, reportedId: string | null) => Promise<void>,
): Promise<void> {
  const missing = () => problem('not_found', { say: socialWords.noSuchOpenReport });
  if (!isId(reportId)) throw missing();
  const announcements = await transaction(context.sql, async (tx) => {
    const found = await findReportedOf(tx, reportId);
    if (!found) throw missing();
    const { reportedId } = found;
    const user = reportedId === null ? undefined : await lockForModeration(tx, context, reportedId);
    if (user) await lockCase(tx, user.id);
    const closed = await markClosed(tx, reportId, { note, outcome, now: context.clock.now() });
    if (!closed) throw missing();
    await recorded?.(tx, reportedId);
    const tell = await notifyReporters(tx, context, [closed], outcome);
    const ends =
      user && (await endCase(tx, user.id)) ? await endReview(tx, context, user, staffId) : undefined;
    return [tell, ends];
  });
  for (const announce of announcements) announce?.();
  context.log.info({ report: reportId, staff: staffId }, 'a report was closed');
}
