import type { Sql } from '../postgres/client/database.ts';

/** Interval in milliseconds of a runner's heartbeat and of the check for dead runners. */
export const heartbeatMs = 10_000;
/** Time in milliseconds without a heartbeat after which a runner counts as dead. */
export const deadAfterMs = 40_000;

/** Writes the heartbeat, on PostgreSQL's clock, which all processes share. */
export async function showAlive(sql: Sql, runners: readonly string[]): Promise<void> {
  await sql`
    insert into platform.job_runners (id, seen_at) select unnest(${runners}::text[]), now()
    on conflict (id) do update set seen_at = excluded.seen_at`;
}

/**
 * Releases the jobs of dead runners; the library itself would do so after four hours. A runner that was only cut off
 * may still be working on them: a job runs at least once, not exactly once.
 */
export async function freeAbandonedJobs(sql: Sql, silentMs: number): Promise<boolean> {
  const [row] = await sql<{ freed: boolean }[]>`
    with dead as (
      select distinct locked_by as id from graphile_worker.jobs
      where locked_at < now() - ${silentMs} * interval '1 millisecond'
        and not exists (
          select 1 from platform.job_runners
          where id = locked_by and seen_at >= now() - ${silentMs} * interval '1 millisecond')
    ), forgotten as (
      delete from platform.job_runners where seen_at < now() - ${silentMs} * interval '1 millisecond'
    )
    select count(*) > 0 as freed from (
      select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0
    ) as unlocked`;
  return row?.freed ?? false;
}
