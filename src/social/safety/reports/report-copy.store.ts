import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { PhotoReference } from '../../people/photos/photo-link.rules.ts';

export interface CopiedMessage {
  id: string;
  fromReporter: boolean;
  body: string;
}

export async function insertMessageCopies(
  tx: Tx,
  reportId: string,
  messages: readonly CopiedMessage[],
): Promise<void> {
  await tx`
    insert into social.report_messages (report_id, message_id, from_reporter, body)
    select ${reportId}, id, from_reporter, body
    from unnest(${messages.map((message) => message.id)}::uuid[], ${messages.map((message) => message.fromReporter)}::boolean[],
                ${messages.map((message) => message.body)}::text[]) as given (id, from_reporter, body)`;
}

/**
 * Copies a photo within the database. Returns false if the reported user has no such photo or the reporter may not see
 * it. The reporter’s own block is ignored, because many people block first and then report. A link can be at two
 * positions and is copied once.
 */
export async function copyPhoto(
  tx: Tx,
  copy: { reportId: string; reporterId: string; reportedId: string; photo: PhotoReference; now: Date },
): Promise<boolean> {
  const { reportId, reporterId, reportedId, now } = copy;
  const { id = null, name = null, link = null } = copy.photo;
  const rows = await tx`
    insert into social.report_photos (report_id, photo_id, link, image)
    select ${reportId}::uuid, f.id, f.link, f.image
    from social.photos f join social.users u on u.id = f.user_id
    where (f.id = ${id} or f.name = ${name} or f.link = ${link}) and f.user_id = ${reportedId} and u.deleted_at is null and u.suspended_until <= ${now}
      and not exists (
        select from social.pairs p
        where p.low_id = least(${reporterId}::uuid, ${reportedId}::uuid)
          and p.high_id = greatest(${reporterId}::uuid, ${reportedId}::uuid)
          and case when p.low_id = ${reportedId}::uuid then p.low_blocked_until else p.high_blocked_until end > ${now})
    order by f.position limit 1`;
  return rows.count === 1;
}

export async function findPhotoCopy(
  sql: Sql,
  reportId: string,
): Promise<{ link: string | null; image: Buffer | null } | undefined> {
  const [row] = await sql<{ link: string | null; image: Buffer | null }[]>`
    select link, image from social.report_photos where report_id = ${reportId}`;
  return row;
}

export interface ReportWithCopies {
  id: string;
  reporterId: string | null;
  reportedId: string;
  category: string;
  reason: string;
  reportedName: string | null;
  reportedAbout: string | null;
  createdAt: Date;
  closedAt: Date | null;
  settledBy: string | null;
  note: string;
  messages: CopiedMessage[];
  photoId: string | null;
  photoLink: string | null;
}

export async function findLatestReports(
  sql: Sql,
  reportedIds: readonly string[],
  page: { before: string | null; limit: number },
): Promise<ReportWithCopies[]> {
  return sql<ReportWithCopies[]>`
    select r.id, r.reporter_id as "reporterId", wanted.id as "reportedId", r.category, r.reason,
           r.reported_name as "reportedName", r.reported_about as "reportedAbout", r.created_at as "createdAt",
           r.closed_at as "closedAt", r.settled_by as "settledBy", r.note,
           (select coalesce(jsonb_agg(jsonb_build_object('id', m.message_id, 'fromReporter', m.from_reporter,
                                                         'body', m.body) order by m.message_id), '[]')
            from social.report_messages m where m.report_id = r.id) as messages,
           p.photo_id as "photoId", p.link as "photoLink"
    from unnest(${reportedIds}::uuid[]) as wanted (id)
    cross join lateral (
      select * from social.reports o
      where o.reported_id = wanted.id and o.id < ${page.before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
      order by o.id desc limit ${page.limit}) r
    left join social.report_photos p on p.report_id = r.id
    order by r.id desc`;
}

/** Returns the other user of the chat in which this message was reported. */
export async function findChatPartner(
  tx: Tx,
  authorId: string,
  messageId: string,
): Promise<string | undefined> {
  const [row] = await tx<{ otherId: string }[]>`
    select case when m.from_reporter then r.reported_id else r.reporter_id end as "otherId"
    from social.report_messages m join social.reports r on r.id = m.report_id
    where m.message_id = ${messageId} and r.reporter_id is not null and r.reported_id is not null
      and case when m.from_reporter then r.reporter_id else r.reported_id end = ${authorId}
    limit 1`;
  return row?.otherId;
}

export async function eraseReported(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`
    delete from social.report_messages where report_id in (select id from social.reports where reported_id = ${userId})`;
  await tx`
    delete from social.report_photos where report_id in (select id from social.reports where reported_id = ${userId})`;
  await tx`
    update social.reports
    set reported_id = null, reported_name = null, reported_about = null, reason = '', note = '',
        closed_at = coalesce(closed_at, ${now})
    where reported_id = ${userId}`;
}

/** Erases a reporter’s own words. The reports stay open for staff. */
export async function eraseReporter(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from social.report_messages where from_reporter
      and report_id in (select id from social.reports where reporter_id = ${userId})`;
  await tx`update social.reports set reporter_id = null, reason = '', note = '' where reporter_id = ${userId}`;
}
