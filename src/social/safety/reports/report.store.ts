import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import type { ReportOutcome } from './report.rules.ts';

export interface ReportRow {
  id: string;
  reporter_id: string | null;
  reported_id: string | null;
  event_id: number | null;
  reported_name: string | null;
  /** Text of the profile or the event at that time. */
  reported_about: string | null;
  category: string;
  reason: string;
  created_at: Date;
  closed_at: Date | null;
  outcome: ReportOutcome | null;
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

/** Inserts a report about any user, also a deleted or blocked one. The reported user’s row must be locked. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx`
    insert into social.reports
      (id, reporter_id, reported_id, category, reason, reported_name, reported_about, created_at)
    select ${report.id}::uuid, ${report.reporterId}::uuid, id, ${report.category}, ${report.reason}, name, about,
           ${report.now}::timestamptz
    from social.users where id = ${report.reportedId}`;
}

/** Finds a report with the same words by the same person since a time. */
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
  filter: { closed: boolean; event: number | 'any' | null; before: string | null; limit: number },
): Promise<ReportRow[]> {
  const ofEvent =
    filter.event === null
      ? sql``
      : filter.event === 'any'
        ? sql`and r.event_id is not null`
        : sql`and r.event_id = ${filter.event}`;
  return sql<ReportRow[]>`
    select r.id, r.reporter_id, r.reported_id, r.event_id, coalesce(nullif(u.name, ''), r.reported_name) as reported_name,
           r.reported_about,
           r.category, r.reason, r.created_at, r.closed_at, ${outcomeOf(sql)} as outcome, r.note
    from social.reports r left join social.users u on u.id = r.reported_id
    where (r.closed_at is not null) = ${filter.closed} and (${filter.before}::uuid is null or r.id < ${filter.before}::uuid)
      ${ofEvent}
    order by r.id desc limit ${filter.limit}`;
}

/** Null while the report is open, and if it was closed without a decision. */
const outcomeOf = (sql: Sql): Query => sql`
  coalesce(r.outcome, (select case a.kind when 'dismiss' then 'no_breach' else 'action_taken' end
                       from social.moderation_acts a where a.id = r.settled_by))`;

export interface OwnReport {
  id: string;
  /** Null for an event, and once the reported user’s account was erased. */
  userId: string | null;
  eventId: number | null;
  name: string | null;
  category: string;
  reason: string;
  createdAt: Date;
  closedAt: Date | null;
  outcome: ReportOutcome | null;
}

/**
 * Returns a user’s own reports, newest first. A reported person who returned under a new account is not named: only
 * staff know both accounts.
 */
export async function findOwnReports(
  sql: Sql,
  reporterId: string,
  page: { before: string | null; limit: number },
): Promise<OwnReport[]> {
  return sql<OwnReport[]>`
    select r.id, case when u.erased_at is null then r.reported_id end as "userId", r.event_id as "eventId",
           case when u.erased_at is null then r.reported_name end as name, r.category, r.reason, r.created_at as "createdAt", r.closed_at as "closedAt",
           ${outcomeOf(sql)} as outcome
    from social.reports r left join social.users u on u.id = r.reported_id
    where r.reporter_id = ${reporterId} and r.id < ${page.before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
    order by r.id desc limit ${page.limit}`;
}

/** Inserts a report about an event. Returns false if the event does not exist. */
export async function insertEventReport(
  tx: Tx,
  report: Omit<NewReport, 'reportedId'> & { eventId: number },
): Promise<boolean> {
  const rows = await tx`
    insert into social.reports
      (id, reporter_id, event_id, category, reason, reported_name, reported_about, created_at)
    select ${report.id}::uuid, ${report.reporterId}::uuid, id, ${report.category}, ${report.reason}, name, description,
           ${report.now}::timestamptz
    from social.events where id = ${report.eventId}`;
  return rows.count === 1;
}

/**
 * Finds a report with the same words by the same person about the event since a time. Concurrent calls run one after
 * the other.
 */
export async function findSameEventReport(
  tx: Tx,
  report: { reporterId: string; eventId: number; category: string; reason: string },
  since: Date,
): Promise<string | undefined> {
  const { reporterId, eventId, category, reason } = report;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`social.reports ${reporterId}`}, 0))`;
  const [row] = await tx<{ id: string }[]>`
    select id from social.reports
    where event_id = ${eventId} and reporter_id = ${reporterId} and closed_at is null and created_at > ${since}
      and category = ${category} and reason = ${reason} limit 1`;
  return row?.id;
}

export async function findReportedOf(
  tx: Tx,
  reportId: string,
): Promise<{ reportedId: string | null } | undefined> {
  const [row] = await tx<{ reportedId: string | null }[]>`
    select reported_id as "reportedId" from social.reports where id = ${reportId} and closed_at is null`;
  return row;
}

export interface ClosedReport {
  id: string;
  reporterId: string | null;
  createdAt: Date;
}

/** Closes a report. Returns undefined if it is not open. */
export async function markClosed(
  tx: Tx,
  reportId: string,
  { note, outcome, now }: { note: string; outcome: ReportOutcome; now: Date },
): Promise<ClosedReport | undefined> {
  const [row] = await tx<ClosedReport[]>`
    update social.reports set closed_at = ${now}, note = ${note}, outcome = ${outcome}
    where id = ${reportId} and closed_at is null
    returning id, reporter_id as "reporterId", created_at as "createdAt"`;
  return row;
}

export async function findReporters(
  tx: Tx,
  userIds: readonly string[],
): Promise<{ id: string; email: string | null; language: string }[]> {
  return tx<{ id: string; email: string | null; language: string }[]>`
    select id, email, language from social.users
    where id = any(${userIds}::uuid[]) and deleted_at is null order by id`;
}

export interface StatedReport {
  id: string;
  closed: boolean;
  /** Staff member of the act that settled it, if any. */
  settledBy: string | null;
}

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

export async function findOpenIds(tx: Tx, reportedId: string, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from social.reports where reported_id = ${reportedId} and closed_at is null
    order by id desc limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Closes the given open reports; `reportIds` null means all. */
export async function settle(
  tx: Tx,
  reportedId: string,
  reportIds: readonly string[] | null,
  act: { id: string; note: string; now: Date },
): Promise<ClosedReport[]> {
  const chosen = reportIds === null ? tx`true` : tx`id = any(${reportIds}::uuid[])`;
  return tx<ClosedReport[]>`
    update social.reports set closed_at = ${act.now}, settled_by = ${act.id}, note = ${act.note}
    where reported_id = ${reportedId} and closed_at is null and ${chosen}
    returning id, reporter_id as "reporterId", created_at as "createdAt"`;
}

/**
 * Deletes reports closed before a time, oldest first, with their copies. Keeps reports behind a suspension or hiding in
 * force, or behind an open appeal, because they are the evidence for it.
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
