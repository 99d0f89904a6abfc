import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { decodeCursor, encodeCursor, idPattern } from '../paging/cursor.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  eraseReported,
  eraseReporter,
  findChatPartner,
  findLatestReports,
  findPhotoCopy,
  type ReportWithCopies,
} from './report-copy.store.ts';
import { findReports, type ReportRow } from './report.store.ts';

export type { ReportRow, ReportWithCopies };

export async function listReports(
  context: SocialContext,
  page: {
    closed: boolean;
    event?: number | 'any' | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<{ reports: ReportRow[]; next: string | undefined }> {
  const limit = page.limit ?? 50;
  const before = page.cursor === undefined ? null : (decodeCursor(page.cursor, [idPattern])[0] ?? null);
  const reports = await findReports(context.sql, {
    closed: page.closed,
    event: page.event ?? null,
    before,
    limit,
  });
  const last = reports.at(-1);
  return { reports, next: last && reports.length === limit ? encodeCursor([last.id]) : undefined };
}

/** The newest reports about each of some users, with what was copied. */
export async function loadReports(
  context: Pick<SocialContext, 'sql'>,
  userIds: readonly string[],
  page: { before: string | null; limit: number },
): Promise<ReportWithCopies[]> {
  return userIds.length === 0 ? [] : findLatestReports(context.sql, userIds, page);
}

/** A photo that lay elsewhere is only known by its link. */
export async function getReportedPhoto(
  context: Pick<SocialContext, 'sql'>,
  reportId: string,
): Promise<Buffer> {
  const copy = isId(reportId) ? await findPhotoCopy(context.sql, reportId) : undefined;
  if (!copy?.image) throw problem('not_found', { detail: 'This report has no picture.' });
  return copy.image;
}

/** Staff reach a message only by a report of it. */
export async function findReportedChat(
  tx: Tx,
  authorId: string,
  messageId: string,
): Promise<string | undefined> {
  return isId(messageId) ? findChatPartner(tx, authorId, messageId) : undefined;
}

/** Erases what others' reports hold of a user. That there were reports stays. */
export async function eraseReportsAbout(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<void> {
  await eraseReported(tx, userId, context.clock.now());
}

/** Erases what a user wrote in reports. */
export async function eraseReportsBy(tx: Tx, userId: string): Promise<void> {
  await eraseReporter(tx, userId);
}
