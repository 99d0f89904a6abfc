import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Act, ActKind } from './act.rules.ts';

export interface NewAct extends Act {
  userId: string;
  /** Null if the act was performed by a rule. */
  staffId: string | null;
  note: string;
  reportIds: readonly string[];
  appealId: string | null;
}

export async function insertAct(tx: Tx, act: NewAct): Promise<void> {
  await tx`
    insert into social.moderation_acts
      (id, user_id, kind, staff_id, reason, note, subject, until, report_ids, appeal_id, created_at)
    values (${act.id}, ${act.userId}, ${act.kind}, ${act.staffId}, ${act.reason}, ${act.note}, ${act.subject},
            ${act.until}, ${act.reportIds}::uuid[], ${act.appealId}, ${act.createdAt})`;
}

export interface ModeratedUser {
  id: string;
  deleted: boolean;
  /** The account was erased; only the case is left. */
  erased: boolean;
  /**
   * Whether a suspension is in force. `suspendedUntil` is the last recorded end, also of a past suspension, or null for
   * a permanent one.
   */
  suspended: boolean;
  suspendedUntil: Date | null;
  suspendedBy: string | null;
  hiddenBy: string | null;
  /** Hidden by a rule until a review, not by staff. */
  hiddenForReview: boolean;
}

/**
 * Locks a user for a report, an act or an appeal, which therefore run one after the other. A sign-in takes the same
 * lock, so that none bypasses a new suspension.
 */
export async function lockModerated(tx: Tx, userId: string, now: Date): Promise<ModeratedUser | undefined> {
  const [row] = await tx<ModeratedUser[]>`
    select u.id, u.deleted_at is not null as deleted, u.identity_hash is not null as erased, u.suspended_until > ${now} as suspended,
           case when isfinite(u.suspended_until) then u.suspended_until end as "suspendedUntil",
           u.suspended_by as "suspendedBy", u.hidden_by as "hiddenBy",
           exists (select from social.moderation_acts a where a.id = u.hidden_by and a.staff_id is null) as "hiddenForReview"
    from social.users u where u.id = ${userId} for no key update of u`;
  return row;
}

export async function findAddress(
  tx: Tx,
  userId: string,
): Promise<{ email: string; language: string } | undefined> {
  const [row] = await tx<{ email: string; language: string }[]>`
    select email, language from social.users where id = ${userId} and email is not null`;
  return row;
}

/** Sets the act that hides the user from feeds; null ends the hiding. */
export async function setHidden(tx: Tx, userId: string, actId: string | null): Promise<void> {
  await tx`update social.users set hidden_by = ${actId} where id = ${userId}`;
}

export interface ActRow extends Act {
  userId: string | null;
  staffId: string | null;
  note: string;
  reportIds: string[];
  appealId: string | null;
}

export async function findActs(
  sql: Sql | Tx,
  filter: { userId: string | null; before: string | null; limit: number },
): Promise<ActRow[]> {
  const ofUser = filter.userId === null ? sql`true` : sql`a.user_id = ${filter.userId}`;
  return sql<ActRow[]>`
    select a.id, a.user_id as "userId", a.kind, a.staff_id as "staffId", a.reason, a.note,
           a.subject, a.until, a.report_ids as "reportIds", a.appeal_id as "appealId", a.created_at as "createdAt"
    from social.moderation_acts a
    where ${ofUser} and a.id < ${filter.before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
    order by a.id desc limit ${filter.limit}`;
}

export async function findLatestActs(sql: Sql, userIds: readonly string[], limit: number): Promise<ActRow[]> {
  return sql<ActRow[]>`
    select a.id, a.user_id as "userId", a.kind, a.staff_id as "staffId", a.reason, a.note,
           a.subject, a.until, a.report_ids as "reportIds", a.appeal_id as "appealId", a.created_at as "createdAt"
    from unnest(${userIds}::uuid[]) as wanted (id)
    cross join lateral (
      select * from social.moderation_acts m where m.user_id = wanted.id order by m.id desc limit ${limit}) a
    order by a.id desc`;
}

export async function findNotices(
  sql: Tag,
  userId: string,
  page: { untold: readonly ActKind[]; before: string | null; limit: number },
): Promise<Act[]> {
  return sql<Act[]>`
    select id, kind, reason, subject, until, created_at as "createdAt" from social.moderation_acts
    where user_id = ${userId} and kind <> all(${page.untold}::text[])
      and id < ${page.before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
    order by id desc limit ${page.limit}`;
}

/** Anonymises the acts of an erased user. Only the fact of each decision is kept. */
export async function anonymiseActs(tx: Tx, userId: string): Promise<void> {
  await tx`
    update social.moderation_acts set user_id = null, reason = '', note = '', subject = null, appeal_id = null
    where user_id = ${userId}`;
}
