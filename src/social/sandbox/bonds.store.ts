import type { Tx } from '../../platform/postgres/client/database.ts';
import { insertRows } from '../../platform/postgres/insert-rows.ts';

type Table = 'pairs' | 'chats' | 'messages' | 'reports' | 'report_messages' | 'moderation_acts' | 'appeals';

export const insertTownRows = (tx: Tx, table: Table, rows: readonly object[]): Promise<void> =>
  insertRows(tx, 'social', table, rows);

/** Copies the first picture of the reported person to each of the reports. */
export async function copyPictures(tx: Tx, reportIds: readonly string[]): Promise<void> {
  await tx`
    insert into social.report_photos (report_id, photo_id, link)
    select r.id, f.id, f.link from social.reports r join social.photos f on f.user_id = r.reported_id
    where r.id = any(${reportIds}::uuid[]) and f.position = 1`;
}

export interface SuspendedPerson {
  userId: string;
  actId: string;
  /** Null is permanent. */
  until: Date | null;
  appealedAt: Date;
}

/** Suspends people whose reports are settled. The case of each opens again with the appeal. */
export async function suspendPeople(tx: Tx, suspended: readonly SuspendedPerson[]): Promise<void> {
  await tx`
    update social.users u set suspended_until = coalesce("until", 'infinity'), suspended_by = "actId",
      last_active_at = "appealedAt"
    from jsonb_to_recordset(${tx.json(suspended)}::jsonb)
      as given ("userId" uuid, "actId" uuid, "until" timestamptz, "appealedAt" timestamptz)
    where u.id = "userId"`;
  await tx`
    update social.cases c set opened_at = "appealedAt"
    from jsonb_to_recordset(${tx.json(suspended)}::jsonb) as given ("userId" uuid, "appealedAt" timestamptz)
    where c.user_id = "userId"`;
}
