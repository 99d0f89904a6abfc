import type { Tag } from '../../../platform/postgres/client/sql.ts';

/** Oldest grave reports that are read. More of them may be about one person or event, which is listed once. */
const graveReports = 200;
/** Open reports that are read for one person. */
const reportsOfOne = 100;

export interface ReportedPerson {
  id: string;
  name: string;
  isErased: boolean;
  /** Time of the oldest grave report, or else of the opening of the case. */
  since: Date;
  isGrave: boolean;
  /** Categories of the open reports. Empty if the case is only an appeal. */
  categories: string[];
  hasAppeal: boolean;
}

export interface ReportedEvent {
  id: number;
  name: string;
  category: string;
  isGrave: boolean;
  since: Date;
}

/** Counts the people with open reports or appeals and the open reports of events, each up to the limit. */
export async function countReportTasks(sql: Tag, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      (select from social.cases limit ${limit})
      union all
      (select from social.reports where closed_at is null and event_id is not null limit ${limit})
    ) found`;
  return row?.count ?? 0;
}

/** Lists people with grave reports, and after them the oldest other cases. */
export async function listReportedPeople(sql: Tag, limit: number): Promise<ReportedPerson[]> {
  return sql<ReportedPerson[]>`
    with grave as materialized (
      select reported_id, min(created_at) as since from (
        select reported_id, created_at from social.reports where closed_at is null and social.is_grave(category)
        order by created_at, id limit ${graveReports}) oldest
      where reported_id is not null group by reported_id order by since limit ${limit}
    ), waiting as materialized (
      select reported_id as id, since, true as "isGrave" from grave
      union all
      (select c.user_id, c.opened_at, false from social.cases c
       where not exists (select from grave g where g.reported_id = c.user_id)
       order by c.opened_at, c.user_id limit ${limit})
    )
    select u.id, u.name, u.erased_at is not null and u.returned_at is null as "isErased", w.since, w."isGrave",
      array(select distinct r.category from (
        select category from social.reports where reported_id = u.id and closed_at is null limit ${reportsOfOne}) r
        order by 1) as categories,
      exists (select from social.appeals a where a.user_id = u.id and a.decided_at is null) as "hasAppeal"
    from waiting w join social.users u on u.id = w.id
    order by w."isGrave" desc, w.since, u.id limit ${limit}`;
}

/** Lists the oldest open reports of events, those of grave categories first. */
export async function listReportedEvents(sql: Tag, limit: number): Promise<ReportedEvent[]> {
  return sql<ReportedEvent[]>`
    with grave as materialized (
      select id, event_id, category, created_at, true as "isGrave" from (
        select * from social.reports where closed_at is null and social.is_grave(category)
        order by created_at, id limit ${graveReports}) oldest
      where event_id is not null order by created_at, id limit ${limit}
    ), waiting as materialized (
      select * from grave
      union all
      (select r.id, r.event_id, r.category, r.created_at, false from social.reports r
       where r.closed_at is null and r.event_id is not null and not exists (select from grave g where g.id = r.id)
       order by r.created_at, r.id limit ${limit})
    )
    select e.id, e.name, w.category, w."isGrave", w.created_at as since
    from waiting w join social.events e on e.id = w.event_id
    order by w."isGrave" desc, w.created_at, w.id limit ${limit}`;
}
