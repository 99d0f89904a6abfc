import { isId } from '../../../platform/ids.ts';
import { loadAppeals, type AppealRow } from '../appeals/settle-appeals.ts';
import { loadActs, type SignedAct } from '../enforcement/list-acts.ts';
import { decodeCursor, encodeCursor, idPattern, timePattern } from '../../access/paging/cursor.rules.ts';
import { loadReports, type ReportWithCopies } from '../reports/list-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findCase, findCases, type CaseKind, type CaseRow } from './case-queue.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export type { CaseKind };

/** A user for staff to review, with all context for the decision. */
export interface Case {
  about: CaseRow;
  reports: ReportWithCopies[];
  acts: SignedAct[];
  appeals: AppealRow[];
}

/** Limits per case: a page of the queue shows a few of each kind; a single case, and its own lists, show more. */
const inQueue = { reports: 5, acts: 10, appeals: 3 };
const alone = { reports: 50, acts: 50, appeals: 20 };

export async function listCases(
  context: SocialContext,
  page: { limit: number; cursor?: string | undefined; only?: CaseKind | undefined },
): Promise<{ cases: Case[]; next: string | undefined }> {
  const [time, userId] = page.cursor === undefined ? [] : decodeCursor(page.cursor, [timePattern, idPattern]);
  const after = time === undefined || userId === undefined ? null : { openedAt: new Date(time), userId };
  const { limit, only = null } = page;
  const rows = await findCases(context.sql, { now: context.clock.now(), only, after, limit });
  const last = rows.at(-1);
  return {
    cases: await addContext(context, rows, inQueue),
    next:
      last?.openedAt && rows.length === page.limit
        ? encodeCursor([last.openedAt.toISOString(), last.userId])
        : undefined,
  };
}

export async function getCase(context: SocialContext, userId: string): Promise<Case> {
  const row = isId(userId) ? await findCase(context.sql, userId, context.clock.now()) : undefined;
  const [found] = row ? await addContext(context, [row], alone) : [];
  if (!found) throw problem('not_found', { say: socialWords.noSuchUser });
  return found;
}

export async function listReportsOf(
  context: SocialContext,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ reports: ReportWithCopies[]; next: string | undefined }> {
  const limit = page.limit ?? 50;
  const before = page.cursor === undefined ? null : (decodeCursor(page.cursor, [idPattern])[0] ?? null);
  const reports = isId(userId) ? await loadReports(context, [userId], { before, limit }) : [];
  const last = reports.at(-1);
  return { reports, next: last && reports.length === limit ? encodeCursor([last.id]) : undefined };
}

async function addContext(
  context: SocialContext,
  rows: readonly CaseRow[],
  most: typeof inQueue,
): Promise<Case[]> {
  const userIds = rows.map((row) => row.userId);
  const [reports, acts, appeals] = await Promise.all([
    loadReports(context, userIds, { before: null, limit: most.reports }),
    loadActs(context, userIds, most.acts),
    loadAppeals(context, userIds, most.appeals),
  ]);
  const reportsOf = Map.groupBy(reports, (report) => report.reportedId);
  const actsOf = Map.groupBy(acts, (act) => act.userId);
  const appealsOf = Map.groupBy(appeals, (appeal) => appeal.userId);
  return rows.map((about) => ({
    about,
    reports: reportsOf.get(about.userId) ?? [],
    acts: actsOf.get(about.userId) ?? [],
    appeals: appealsOf.get(about.userId) ?? [],
  }));
}
