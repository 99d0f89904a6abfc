import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { decodeCursor, encodeCursor, idPattern } from '../../access/paging/cursor.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import {
  eraseReported,
  eraseReporter,
  findChatPartner,
  findLatestReports,
  findPhotoCopy,
  type ReportWithCopies,
} from './report-copy.store.ts';
import { findOwnReports, findReports, type OwnReport, type ReportRow } from './report.store.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

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

export async function listOwnReports(
  context: Pick<SocialContext, 'sql'>,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ reports: OwnReport[]; next: string | undefined }> {
  const limit = page.limit ?? 50;
  const before = page.cursor === undefined ? null : (decodeCursor(page.cursor, [idPattern])[0] ?? null);
  const reports = await findOwnReports(context.sql, userId, { before, limit });
  const last = reports.at(-1);
  return { reports, next: last && reports.length === limit ? encodeCursor([last.id]) : undefined };
}

/** Returns the newest reports about each of several users, with the copied content. */
export async function loadReports(
  context: Pick<SocialContext, 'sql'>,
  userIds: readonly string[],
  page: { before: string | null; limit: number },
): Promise<ReportWithCopies[]> {
  return userIds.length === 0 ? [] : findLatestReports(context.sql, userIds, page);
}

/** Returns the reported photo. A photo on another server is known only by its link. */
export async function getReportedPhoto(
  context: Pick<SocialContext, 'sql'>,
  reportId: string,
): Promise<Buffer> {
  const copy = isId(reportId) ? await findPhotoCopy(context.sql, reportId) : undefined;
  if (!copy?.image) throw problem('not_found', { say: safetyWords.reportNoPicture });
  return copy.image;
}

/** Finds the chat of a reported message. Staff can reach a message only through a report. */
export async function findReportedChat(
  tx: Tx,
  authorId: string,
  messageId: string,
): Promise<string | undefined> {
  return isId(messageId) ? findChatPartner(tx, authorId, messageId) : undefined;
}

/** Erases the content about a user in reports by others. The reports themselves are kept. */
export async function eraseReportsAbout(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<void> {
  await eraseReported(tx, userId, context.clock.now());
}

export async function eraseReportsBy(tx: Tx, userId: string): Promise<void> {
  await eraseReporter(tx, userId);
}
