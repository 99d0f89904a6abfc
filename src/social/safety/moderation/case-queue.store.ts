import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';

export interface CaseRow {
  userId: string;
  /** Null if no case is open. */
  openedAt: Date | null;
  name: string;
  about: string;
  createdAt: Date;
  deletedAt: Date | null;
  /**
   * Time at which this account was erased. If `returnedAt` is set, an earlier account of the same identity was erased.
   */
  erasedAt: Date | null;
  returnedAt: Date | null;
  suspended: boolean;
  suspendedUntil: Date | null;
  hidden: 'staff' | 'reports' | null;
  openReports: number;
  openReporters: number;
  reports: number;
  reporters: number;
  categories: Record<string, number>;
}

export interface CasePosition {
  openedAt: Date;
  userId: string;
}

/** Cases of users hidden by a rule until a review, or of users with an open appeal. */
export type CaseKind = 'hidden' | 'appeals';

export async function findCases(
  sql: Sql,
  page: { now: Date; only: CaseKind | null; after: CasePosition | null; limit: number },
): Promise<CaseRow[]> {
  const { now, only, after, limit } = page;
  const narrowed =
    only === 'hidden'
      ? sql`and exists (select from social.moderation_acts h where h.id = u.hidden_by and h.staff_id is null)`
      : only === 'appeals'
        ? sql`and exists (select from social.appeals a where a.user_id = c.user_id and a.decided_at is null)`
        : sql``;
  const people = sql`
    select u.*, c.opened_at from social.cases c join social.users u on u.id = c.user_id
    where (c.opened_at, c.user_id) >
          (${after?.openedAt ?? new Date(0)}, ${after?.userId ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      ${narrowed}
    order by c.opened_at, c.user_id limit ${limit}`;
  return describe(sql, people, now);
}

export async function findCase(sql: Sql, userId: string, now: Date): Promise<CaseRow | undefined> {
  const people = sql`
    select u.*, c.opened_at from social.users u left join social.cases c on c.user_id = u.id where u.id = ${userId}`;
  const [row] = await describe(sql, people, now);
  return row;
}

/**
 * Returns the rows of cases. A reporter counts once, regardless of the number of reports; erased reporters are not
 * known.
 */
function describe(sql: Sql, people: Query, now: Date): Query<CaseRow[]> {
  return sql<CaseRow[]>`
    select u.id as "userId", u.opened_at as "openedAt", u.name, u.about, u.created_at as "createdAt",
           case when u.identity_hash is null then u.deleted_at else u.erased_at end as "deletedAt",
           u.erased_at as "erasedAt", u.returned_at as "returnedAt", u.suspended_until > ${now} as suspended,
           case when isfinite(u.suspended_until) and u.suspended_until > ${now} then u.suspended_until end as "suspendedUntil",
           case when h.id is null then null when h.staff_id is null then 'reports' else 'staff' end as hidden,
           (select count(*)::integer from social.reports r where r.reported_id = u.id and r.closed_at is null) as "openReports",
           (select count(distinct r.reporter_id)::integer from social.reports r
            where r.reported_id = u.id and r.closed_at is null) as "openReporters",
           (select count(*)::integer from social.reports r where r.reported_id = u.id) as reports,
           (select count(distinct r.reporter_id)::integer from social.reports r where r.reported_id = u.id) as reporters,
           (select coalesce(jsonb_object_agg(g.category, g.count), '{}') from (
              select r.category, count(*) from social.reports r
              where r.reported_id = u.id and r.closed_at is null group by r.category) g) as categories
    from (${people}) u left join social.moderation_acts h on h.id = u.hidden_by
    order by u.opened_at, u.id`;
}
