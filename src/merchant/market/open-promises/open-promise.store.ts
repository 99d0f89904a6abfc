import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { OpenPromise, Scope } from './open-promise.rules.ts';

/** Locks the totals until the commit, so that simultaneous reservations cannot use the same remaining amount. */
export async function lockTotals(tx: Tx): Promise<void> {
  await tx`select from merchant.open_promise_totals where scope = 'house' for update`;
}

/**
 * Deletes ended promises, subtracts them from the totals and returns their number. Skips promises that another transaction
 * has locked. Requires the lock on the totals.
 */
export async function deleteEnded(tx: Tx, now: Date, limit: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    with ended as (
      delete from merchant.open_promises where (subject_id, id) in (
        select subject_id, id from merchant.open_promises where ends_at <= ${now}
        order by ends_at limit ${limit} for update skip locked)
      returning psp_id, coin, euro_amount
    ), sums as (
      select 'house' as scope, sum(euro_amount) as sum from ended having count(*) > 0
      union all select 'coin:' || coin, sum(euro_amount) from ended group by coin
      union all select 'psp:' || psp_id, sum(euro_amount) from ended group by psp_id
    ), freed as (
      update merchant.open_promise_totals t set euro_amount = t.euro_amount - sums.sum
      from sums where t.scope = sums.scope)
    select count(*)::int as count from ended`;
  return row?.count ?? 0;
}

export async function selectTotals(
  sql: Sql | Tx,
  scopes: readonly Scope[],
): Promise<{ scope: Scope; euro_amount: bigint }[]> {
  return sql<{ scope: Scope; euro_amount: bigint }[]>`
    select scope, euro_amount from merchant.open_promise_totals where scope = any(${scopes}::text[])`;
}

export async function selectOwnLimits(
  sql: Sql | Tx,
  pspIds: readonly number[],
): Promise<{ id: number; open_limit: bigint | null }[]> {
  return sql<{ id: number; open_limit: bigint | null }[]>`
    select id, open_limit from merchant.psps where id = any(${pspIds}::integer[])`;
}

/** Requires the lock on the totals. */
export function insertPromises(tx: Tx, promises: readonly OpenPromise[]): void {
  tx.defer(tx`
    with added as (
      insert into merchant.open_promises (subject_id, id, psp_id, coin, euro_amount, ends_at)
      select * from unnest(
        ${promises.map(({ subjectId }) => subjectId)}::uuid[], ${promises.map(({ id }) => id)}::uuid[],
        ${promises.map(({ pspId }) => pspId)}::integer[], ${promises.map(({ coin }) => coin)}::text[],
        ${promises.map(({ cents }) => cents)}::numeric[],
        ${promises.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[])
      returning psp_id, coin, euro_amount
    )
    insert into merchant.open_promise_totals as total (scope, euro_amount)
    select 'house', sum(euro_amount) from added
    union all select 'coin:' || coin, sum(euro_amount) from added group by coin
    union all select 'psp:' || psp_id, sum(euro_amount) from added group by psp_id
    on conflict (scope) do update set euro_amount = total.euro_amount + excluded.euro_amount`);
}

/** Locks only the rows. The next reservation subtracts them from the totals. */
export function endPromisesOf(tx: Tx, subjectId: string, now: Date): void {
  tx.defer(tx`
    update merchant.open_promises set ends_at = ${now} where subject_id = ${subjectId} and ends_at > ${now}`);
}

export interface OpenSum {
  psp_id: number;
  coin: CoinCode;
  count: number;
  euro_amount: bigint;
}

export async function sumOpen(sql: Sql, now: Date): Promise<OpenSum[]> {
  return sql<OpenSum[]>`
    select psp_id, coin, count(*)::int as count, sum(euro_amount)::numeric(38, 0) as euro_amount
    from merchant.open_promises where ends_at > ${now} group by psp_id, coin`;
}

export async function setOwnLimit(tx: Tx, pspId: number, cents: bigint | null): Promise<boolean> {
  const updated = await tx`update merchant.psps set open_limit = ${cents} where id = ${pspId}`;
  return updated.count > 0;
}
