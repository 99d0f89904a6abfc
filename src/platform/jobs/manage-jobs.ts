import { readReference, referTo } from '../postgres/database-reference.ts';
import type { PlatformDatabase } from '../platform.ts';
import { askReached } from '../postgres/ask-reached.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';

type Queue = Pick<PlatformDatabase, 'name' | 'sql'>;

/** The queue counts an attempt when it begins, so the current attempt is subtracted. */
const hasFailed = (sql: Sql) => sql`attempts > (locked_at is not null)::int`;

export interface FailedJob {
  /**
   * Id as text, because it may exceed the safe integers. Prefixed with the name of its database unless that is the home
   * database.
   */
  id: string;
  name: string;
  attempts: number;
  max_attempts: number;
  /** First line of the last error. The full stack is in the log. */
  error: string | null;
  /** Time of the next attempt, or of the last one if no attempts are left. */
  run_at: Date;
  created_at: Date;
  is_running: boolean;
}

/** Lists unfinished jobs that have failed at least once, given-up jobs first. Payloads are not included. */
export async function listFailedJobs(queues: readonly Queue[], limit: number): Promise<FailedJob[]> {
  const lists = await askReached(queues, async (queue) =>
    (await findFailedJobs(queue.sql, limit)).map((job) => ({ ...job, id: referTo(queue, job.id) })),
  );
  return lists
    .flat()
    .toSorted(
      (one, other) =>
        Number(isGivenUp(other)) - Number(isGivenUp(one)) || one.run_at.getTime() - other.run_at.getTime(),
    )
    .slice(0, limit);
}

/** Returns true if the job has no attempts left and is not running. */
export const isGivenUp = (job: FailedJob): boolean => job.attempts >= job.max_attempts && !job.is_running;

async function findFailedJobs(sql: Sql, limit: number): Promise<FailedJob[]> {
  return sql<FailedJob[]>`
    select id::text, task_identifier as name, attempts::int, max_attempts::int,
      left(split_part(last_error, E'\n', 1), 500) as error, run_at, created_at, locked_at is not null as is_running
    from graphile_worker.jobs where ${hasFailed(sql)}
    order by attempts >= max_attempts and locked_at is null desc, run_at limit ${limit}`;
}

/** Counts the jobs without attempts left by name, most frequent first. */
export async function countGivenUpByName(sql: Sql): Promise<{ name: string; count: number }[]> {
  return sql<{ name: string; count: number }[]>`
    select task_identifier as name, count(*)::int as count from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null group by 1 order by 2 desc, 1`;
}

/** Counts jobs that were given up, up to a limit. */
export async function countGivenUp(sql: Sql, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from graphile_worker.jobs where attempts >= max_attempts and locked_at is null limit ${limit}) given_up`;
  return row?.count ?? 0;
}

export interface JobCounts {
  due: number;
  later: number;
  failing: number;
}

/** Counts the jobs of all queues. */
export async function countAllJobs(queues: readonly Queue[]): Promise<JobCounts> {
  const counts = await askReached(queues, ({ sql }) => countJobs(sql));
  const sum = (state: keyof JobCounts): number => counts.reduce((total, count) => total + count[state], 0);
  return { due: sum('due'), later: sum('later'), failing: sum('failing') };
}

export async function countJobs(sql: Sql): Promise<JobCounts> {
  const [row] = await sql<JobCounts[]>`
    select count(*) filter (where run_at <= now())::int as due, count(*) filter (where run_at > now())::int as later,
           count(*) filter (where ${hasFailed(sql)})::int as failing
    from graphile_worker.jobs`;
  return row ?? { due: 0, later: 0, failing: 0 };
}

/**
 * Makes a waiting job due at once with a full set of attempts, and runs `within` in the same transaction. Returns false
 * without a change if there is no such job or if it is running.
 */
export async function retryJob(
  queues: readonly Queue[],
  reference: string,
  within: (tx: Tx, name: string) => Promise<void> = async () => {},
): Promise<boolean> {
  const { database, what: id } = readReference(queues, reference) ?? {};
  if (!database || !/^[1-9]\d{0,17}$/.test(id ?? '')) return false;
  return transaction(database.sql, async (tx) => {
    const [job] = await tx<{ name: string }[]>`
      select task_identifier as name from graphile_worker.jobs
      where id = ${id}::bigint and attempts > 0 and locked_at is null`;
    if (!job) return false;
    await tx`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`;
    await within(tx, job.name);
    return true;
  });
}
