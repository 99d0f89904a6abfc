import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface ReportRow {
  id: string;
  reporter_id: string | null;
  reported_id: string | null;
  reported_name: string | null;
  category: string;
  reason: string;
  created_at: Date;
  closed_at: Date | null;
  note: string;
}

export interface NewReport {
  id: string;
  reporterId: string;
  reportedId: string;
  category: string;
  reason: string;
  now: Date;
}

/** With the reported user's row locked: of any user, also of one who is deleted or blocked. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx`
    insert into social.reports
      (id, reporter_id, reported_id, category, reason, reported_name, reported_about, created_at)
    select ${report.id}::uuid, ${report.reporterId}::uuid, id, ${report.category}, ${report.reason}, name, about,
           ${report.now}::timestamptz
    from social.users where id = ${report.reportedId}`;
}

/** The same words of the same person since then. */
export async function findSameReport(
  tx: Tx,
  { reporterId, reportedId, category, reason }: Omit<NewReport, 'id' | 'now'>,
  since: Date,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from social.reports
    where reported_id = ${reportedId} and reporter_id = ${reporterId} and closed_at is null and created_at > ${since}
      and category = ${category} and reason = ${reason} limit 1`;
  return row?.id;
}

export async function countOpenReporters(tx: Tx, reportedId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(distinct reporter_id)::integer as count from social.reports
    where reported_id = ${reportedId} and closed_at is null`;
  return row?.count ?? 0;
}

export async function findReports(
  sql: Sql,
  filter: { closed: boolean; before: string | null; limit: number },
): Promise<ReportRow[]> {
  return sql<ReportRow[]>`
    select r.id, r.reporter_id, r.reported_id, coalesce(nullif(u.name, ''), r.reported_name) as reported_name, r.category, r.reason, r.created_at, r.closed_at,
           r.note
    from social.reports r left join social.users u on u.id = r.reported_id
    where (r.closed_at is not null) = ${filter.closed} and (${filter.before}::uuid is null or r.id < ${filter.before}::uuid)
    order by r.id desc limit ${filter.limit}`;
}

export async function findReportedOf(
  tx: Tx,
  reportId: string,
): Promise<{ reportedId: string | null } | undefined> {
  const [row] = await tx<{ reportedId: string | null }[]>`
    select reported_id as "reportedId" from social.reports where id = ${reportId} and closed_at is null`;
  return row;
}

export async function markClosed(tx: Tx, reportId: string, note: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update social.reports set closed_at = ${now}, note = ${note}
    where id = ${reportId} and closed_at is null`;
  return rows.count === 1;
}

export interface StatedReport {
  id: string;
  closed: boolean;
  /** Who settled it, where an act did. */
  settledBy: string | null;
}

/** Those of the ids that are reports of this user. */
export async function findStatedReports(
  tx: Tx,
  reportedId: string,
  reportIds: readonly string[],
): Promise<StatedReport[]> {
  return tx<StatedReport[]>`
    select r.id, r.closed_at is not null as closed, a.staff_id as "settledBy"
    from social.reports r left join social.moderation_acts a on a.id = r.settled_by
    where r.reported_id = ${reportedId} and r.id = any(${reportIds}::uuid[])`;
}

/** Newest first. */
export async function findOpenIds(tx: Tx, reportedId: string, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from social.reports where reported_id = ${reportedId} and closed_at is null
    order by id desc limit ${limit}`;
  return rows.map((row) => row.id);
}

/** `reportIds` null: all that are open. */
export async function settle(
  tx: Tx,
  reportedId: string,
  reportIds: readonly string[] | null,
  act: { id: string; note: string; now: Date },
): Promise<void> {
  const chosen = reportIds === null ? tx`true` : tx`id = any(${reportIds}::uuid[])`;
  await tx`
    update social.reports set closed_at = ${act.now}, settled_by = ${act.id}, note = ${act.note}
    where reported_id = ${reportedId} and closed_at is null and ${chosen}`;
}

/**
 * Closed before then, oldest first, with their copies. Not those by which somebody is still suspended or hidden, or of
 * which an appeal is open: they are what there is to answer it with.
 */
export async function deleteOldReports(
  sql: Sql,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const deleted = await sql`
    delete from social.reports where id in (
      select r.id from social.reports r
      where r.closed_at < ${before}
        and not exists (
          select from social.users u
          where u.id = r.reported_id
            and (u.hidden_by = r.settled_by or u.suspended_by = r.settled_by and u.suspended_until > ${now}))
        and not exists (select from social.appeals a where a.act_id = r.settled_by and a.decided_at is null)
      order by r.closed_at limit ${limit} for update of r skip locked)`;
  return deleted.count;
}
