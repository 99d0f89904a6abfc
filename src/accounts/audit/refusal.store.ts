import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface Refusal {
  /** Of the row, where this is the first refusal that it counts. */
  id: string;
  userId: string | null;
  event: string;
  address: string;
  userAgent: string;
  reason: string;
  at: Date;
}

const hourMs = 3_600_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Networks of an account and hour that have a row of their own; about, where several come at once. */
export const mostNetworks = 50;

export function countRefusal(tx: Tx, { id, userId, event, address, userAgent, reason, at }: Refusal): void {
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  tx.defer(tx`
    insert into accounts.refusals as known
      (id, user_id, event, address, hour, times, reasons, last_reason, user_agent, first_at, last_at)
    select ${id}, ${userId}, ${event}, case when others.count < ${mostNetworks}::int then ${address} else '' end, ${hour},
      1, jsonb_build_object(${reason}::text, 1), ${reason}, ${userAgent}, ${at}, ${at}
    from (
      select count(distinct address) from accounts.refusals
      where coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid) = ${userId ?? nobody}
        and hour = ${hour} and address <> ${address} and address <> ''
    ) others
    on conflict (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, event) do update set
      times = known.times + 1,
      reasons = known.reasons
        || jsonb_build_object(${reason}::text, coalesce((known.reasons ->> ${reason}::text)::int, 0) + 1),
      last_reason = excluded.last_reason, user_agent = excluded.user_agent,
      last_at = greatest(known.last_at, excluded.last_at)`);
}

/** At most `limit`; how many. Rows that are being changed are left for the next time. */
export async function deleteRefusalsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.refusals where id in (
      select id from accounts.refusals where hour < ${before}
      order by hour limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
