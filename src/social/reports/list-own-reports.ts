import { decodeCursor, encodeCursor, idPattern } from '../paging/cursor.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { findOwnReports, type OwnReport } from './report.store.ts';

/** What a user reported, newest first, with the outcome. */
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
