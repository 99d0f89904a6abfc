import type { Sql } from '../postgres/client/database.ts';

/** How often a process shows that it lives, and looks after the jobs of those that do not. */
export const heartbeatMs = 10_000;
/** A process that has not shown itself for this long is dead or cut off. */
export const deadAfterMs = 40_000;

/** On PostgreSQL's clock, which all processes share. */
export async function showAlive(sql: Sql, runners: readonly string[]): Promise<void> {
  await sql`
    insert into platform.job_runners (id, seen_at) select unnest(${runners}::text[]), now()
    on conflict (id) do update set seen_at = excluded.seen_at`;
}

/**
 * Jobs that a dead runner has taken can be taken again; the library itself would wait four hours. A runner that was only
 * cut off may still be at work on them: a job is done at least once, not exactly once.
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
