import type { Sql, Tx } from '../../postgres/client/database.ts';

export interface Refusal {
  /** Of the row, where this is the first refusal that it counts. */
  id: string;
  personId: string | null;
  act: string;
  address: string;
  at: Date;
}

const hourMs = 3_600_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Networks of a person and hour that have a row of their own; about, where several come at once. */
const mostNetworks = 50;

export async function countRefusal(tx: Tx, { id, personId, act, address, at }: Refusal): Promise<void> {
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  await tx`
    insert into platform.console_refusals as known
      (id, person_id, act, address, hour, times, first_at, last_at)
    select ${id}, ${personId}, ${act}, case when others.count < ${mostNetworks}::int then ${address} else '' end, ${hour},
      1, ${at}, ${at}
    from (
      select count(distinct address) from platform.console_refusals
      where coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid) = ${personId ?? nobody}
        and hour = ${hour} and address <> ${address} and address <> ''
    ) others
    on conflict (coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, act) do update set
      times = known.times + 1, last_at = greatest(known.last_at, excluded.last_at)`;
}

/** At most `limit`; how many. Rows that are being changed are left for the next time. */
export async function deleteRefusalsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from platform.console_refusals where id in (
      select id from platform.console_refusals where hour < ${before}
      order by hour limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
