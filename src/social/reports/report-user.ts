import { isId, newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { takeUse, withinLimit } from '../limits/count-use.ts';
import { decodeCursor, encodeCursor, idPattern } from '../paging/cursor.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { findReports, insertReport, markClosed, type ReportRow } from './report.store.ts';

/** For people to look at: nothing is done by itself. */
export async function reportUser(
  context: SocialContext,
  reporterId: string,
  reportedId: string,
  reason: string,
): Promise<string> {
  if (reportedId.toLowerCase() === reporterId) throw problem('own_user');
  const id = newId(context.clock.nowMs());
  const report = { id, reporterId, reportedId, reason, now: context.clock.now() };
  const done =
    isId(reportedId) &&
    (await withinLimit(context, reporterId, 'report', () =>
      transaction(context.sql, async (tx) => {
        const written = await insertReport(tx, report);
        if (written) await takeUse(tx, context, reporterId, 'report');
        return written;
      }),
    ));
  if (!done) throw problem('not_found', { detail: 'There is no such user.' });
  return id;
}

export async function listReports(
  context: SocialContext,
  page: { closed: boolean; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ reports: ReportRow[]; next: string | undefined }> {
  const limit = page.limit ?? 50;
  const before = page.cursor === undefined ? null : (decodeCursor(page.cursor, [idPattern])[0] ?? null);
  const reports = await findReports(context.sql, { closed: page.closed, before, limit });
  const last = reports.at(-1);
  return { reports, next: last && reports.length === limit ? encodeCursor([last.id]) : undefined };
}

export async function closeReport(
  context: SocialContext,
  reportId: string,
  note: string,
  staffId: string,
): Promise<void> {
  const now = context.clock.now();
  const done =
    isId(reportId) && (await transaction(context.sql, (tx) => markClosed(tx, reportId, note, now)));
  if (!done) throw problem('not_found', { detail: 'There is no such open report.' });
  context.log.info({ report: reportId, staff: staffId }, 'a report was closed');
}
