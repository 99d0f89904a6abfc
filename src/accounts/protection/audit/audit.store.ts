import { idsAround } from '../../../platform/postgres/paging.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

interface AuditRow {
  id: string;
  user_id: string | null;
  event: string;
  address: string;
  user_agent: string;
  detail: Record<string, unknown>;
  at: Date;
}

export function insertAudit(tx: Tx, row: AuditRow): void {
  tx.defer(tx`
    insert into accounts.audit (id, user_id, event, address, user_agent, detail, at)
    values (${row.id}, ${row.user_id}, ${row.event}, ${row.address}, ${row.user_agent}, ${tx.json(row.detail)}, ${row.at})`);
}

/** Assigns the audit entry of a sign-up to its user. The period lets the query use the index. */
export async function assignSignUp(
  tx: Tx,
  uid: string,
  userId: string,
  span: { from: Date; to: Date },
): Promise<void> {
  const { least, below } = idsAround(span.from, span.to);
  await tx`
    update accounts.audit set user_id = ${userId}
    where id >= ${least} and id < ${below} and at between ${span.from} and ${span.to} and event = 'signed_up' and user_id is null
      and detail ->> 'uid' = ${uid}`;
}

export type ListedAudit = Omit<AuditRow, 'user_id'>;

/** Lists entries newest first, starting before a given one. Each row of counted refusals is one entry. */
export async function listAudit(
  sql: Sql,
  userId: string,
  beforeId: string | null,
  limit: number,
): Promise<ListedAudit[]> {
  return sql<ListedAudit[]>`
    (
      select id, event, address, user_agent, detail, at from accounts.audit
      where user_id = ${userId} and (${beforeId}::uuid is null or id < ${beforeId}::uuid)
      order by id desc limit ${limit}
    ) union all (
      select id, event, address, user_agent,
        jsonb_build_object('reason', last_reason, 'times', times, 'reasons', reasons, 'last_at',
          to_char(last_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as detail, first_at as at
      from accounts.refusals
      where user_id = ${userId} and (${beforeId}::uuid is null or id < ${beforeId}::uuid)
      order by id desc limit ${limit}
    ) order by id desc limit ${limit}`;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteAuditBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { below } = idsAround(null, before);
  const deleted = await sql`
    delete from accounts.audit where id < ${below} and id in (
      select id from accounts.audit where at < ${before} and id < ${below}
      order by at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
