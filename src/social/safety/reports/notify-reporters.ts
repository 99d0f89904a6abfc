import type { Tx } from '../../../platform/postgres/client/database.ts';
import { queueMails } from '../../../platform/mail/mail.ts';
import { schedulePush } from '../../delivery/devices/schedule-push.ts';
import type { SocialContext } from '../../social.context.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import { writeOutcomeMail } from './outcome-mail.rules.ts';
import type { ReportOutcome } from './report.rules.ts';
import { findReporters, type ClosedReport } from './report.store.ts';

/**
 * Notifies each reporter once of the outcome, in the transaction that closes the reports: in updates, by push, and by
 * mail if an address is known, regardless of alert settings. Call the result after the commit.
 */
export async function notifyReporters(
  tx: Tx,
  context: SocialContext,
  closed: readonly ClosedReport[],
  outcome: ReportOutcome,
): Promise<() => void> {
  const byReporter = Map.groupBy(closed, ({ reporterId }) => reporterId);
  const reporters = await findReporters(
    tx,
    [...byReporter.keys()].filter((id) => id !== null),
  );
  const told = reporters.map((reporter) => ({ ...reporter, reports: byReporter.get(reporter.id) ?? [] }));
  await recordUpdates(
    tx,
    context,
    told.map(({ id, reports }) => ({
      userId: id,
      kind: 'report' as const,
      body: { reports: reports.map((report) => report.id), outcome },
    })),
  );
  for (const { id, reports } of told)
    await schedulePush(tx, context, id, { kind: 'report', reportId: reports[0]?.id ?? '' });
  const mails = told.flatMap(({ email, language, reports }) =>
    email === null || !reports[0]
      ? []
      : [{ to: email, ...writeOutcomeMail({ outcome, reportedAt: reports[0].createdAt }, language) }],
  );
  queueMails(tx, context, mails);
  return () =>
    announceUpdates(
      context,
      told.map(({ id }) => id),
    );
}
