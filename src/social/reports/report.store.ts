import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface ReportRow {
  id: string;
  reporter_id: string | null;
  reported_id: string | null;
  reported_name: string | null;
  reason: string;
  created_at: Date;
  closed_at: Date | null;
  note: string;
}

/** Of any user, also of one who is deleted or blocked. */
export async function insertReport(
  tx: Tx,
  report: { id: string; reporterId: string; reportedId: string; reason: string; now: Date },
): Promise<boolean> {
  const rows = await tx`
    insert into social.reports (id, reporter_id, reported_id, reason, created_at)
    select ${report.id}::uuid, ${report.reporterId}::uuid, id, ${report.reason}::text, ${report.now}::timestamptz
    from social.users where id = ${report.reportedId}`;
  return rows.count === 1;
}

export async function findReports(
  sql: Sql,
  filter: { closed: boolean; before: string | null; limit: number },
): Promise<ReportRow[]> {
  return sql<ReportRow[]>`
    select r.id, r.reporter_id, r.reported_id, u.name as reported_name, r.reason, r.created_at, r.closed_at, r.note
    from social.reports r left join social.users u on u.id = r.reported_id
    where (r.closed_at is not null) = ${filter.closed} and (${filter.before}::uuid is null or r.id < ${filter.before}::uuid)
    order by r.id desc limit ${filter.limit}`;
}

export async function markClosed(tx: Tx, reportId: string, note: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update social.reports set closed_at = ${now}, note = ${note}
    where id = ${reportId} and closed_at is null`;
  return rows.count === 1;
}
