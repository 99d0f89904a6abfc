import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';

export interface AppealRow {
  id: string;
  userId: string;
  actId: string;
  text: string;
  createdAt: Date;
  decidedAt: Date | null;
  accepted: boolean | null;
}

export async function insertAppeal(tx: Tx, appeal: Omit<AppealRow, 'decidedAt' | 'accepted'>): Promise<void> {
  await tx`
    insert into social.appeals (id, user_id, act_id, body, created_at)
    values (${appeal.id}, ${appeal.userId}, ${appeal.actId}, ${appeal.text}, ${appeal.createdAt})`;
}

export async function findAppealOf(tx: Tx, actId: string): Promise<AppealRow | undefined> {
  const [row] = await tx<AppealRow[]>`
    select id, user_id as "userId", act_id as "actId", body as text, created_at as "createdAt",
           decided_at as "decidedAt", accepted
    from social.appeals where act_id = ${actId}`;
  return row;
}

export async function findAppeal(tx: Tx, appealId: string): Promise<AppealRow | undefined> {
  const [row] = await tx<AppealRow[]>`
    select id, user_id as "userId", act_id as "actId", body as text, created_at as "createdAt",
           decided_at as "decidedAt", accepted
    from social.appeals where id = ${appealId}`;
  return row;
}

/** Decides one appeal or all open ones. The user’s row must be locked. */
export async function decideAppeals(
  tx: Tx,
  userId: string,
  decision: { appealId: string | null; accepted: boolean; now: Date },
): Promise<void> {
  await tx`
    update social.appeals set decided_at = ${decision.now}, accepted = ${decision.accepted}
    where user_id = ${userId} and decided_at is null
      and (${decision.appealId}::uuid is null or id = ${decision.appealId}::uuid)`;
}

export async function findLatestAppeals(
  sql: Tag,
  userIds: readonly string[],
  limit: number,
): Promise<AppealRow[]> {
  return sql<AppealRow[]>`
    select a.id, wanted.id as "userId", a.act_id as "actId", a.body as text, a.created_at as "createdAt",
           a.decided_at as "decidedAt", a.accepted
    from unnest(${userIds}::uuid[]) as wanted (id)
    cross join lateral (
      select * from social.appeals p where p.user_id = wanted.id order by p.id desc limit ${limit}) a
    order by a.id desc`;
}
