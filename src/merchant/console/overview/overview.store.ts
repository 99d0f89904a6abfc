import type { Tag } from '../../../platform/postgres/client/sql.ts';

export interface WaitingRow {
  unresolved: number;
  failing: number;
  held: number;
}

/** A higher count is shown as "more than" this. */
export const mostCounted = 1000;

/** Counts what needs attention. Each count scans a small partial index and stops one above `mostCounted`. */
export async function countWaiting(sql: Tag, pspId: number): Promise<WaitingRow> {
  const [row] = await sql<WaitingRow[]>`
    select
      (select count(*)::int from (
        select from merchant.payments where psp_id = ${pspId} and status = 'UNRESOLVED' limit ${mostCounted + 1}
      ) found) as unresolved,
      (select count(*)::int from (
        select from merchant.webhook_deliveries
        where psp_id = ${pspId} and status <> 'DELIVERED' and status = 'FAILED' limit ${mostCounted + 1}
      ) found) as failing,
      (select count(*)::int from (
        select from merchant.orders
        where psp_id = ${pspId} and status <> 'COMPLETED' and status = 'CREATED' and hold is not null
        limit ${mostCounted + 1}
      ) found) as held`;
  return row ?? { unresolved: 0, failing: 0, held: 0 };
}
