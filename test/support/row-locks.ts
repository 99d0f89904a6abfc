import type { Sql, Tx } from '../../src/platform/postgres/client/database.ts';
import { until } from './process.ts';

/**
 * Counts the rows of a table that a transaction has locked against updates after its read. Key-share locks of foreign
 * keys do not count. The pool needs two connections.
 */
export async function countLocked(
  sql: Sql,
  schema: string,
  table: string,
  read: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  const rows = sql`select from ${sql.identifier(schema)}.${sql.identifier(table)}`;
  return sql.begin(async (tx) => {
    await read(tx);
    const [counted] = await sql<{ locked: number }[]>`
      select (select count(*) from (${rows}) as every) - (select count(*) from (${rows} for no key update skip locked) as free)
        as locked`;
    return Number(counted?.locked);
  });
}

export async function isLockAwaited(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

/**
 * Whether a session waits for a lock of this transaction. Uses the same transaction, so that no further connection is
 * needed.
 */
async function isAwaited(tx: Tx): Promise<boolean> {
  const waiting = await tx`
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  return waiting.length > 0;
}

export const untilAwaited = (tx: Tx): Promise<void> =>
  until(() => isAwaited(tx), 'a session that waits for the lock');

interface Beside<Seen> {
  readonly hold: (tx: Tx) => PromiseLike<unknown>;
  readonly act: () => Promise<unknown>;
  /** Must use this transaction only, because the other one may have the last connection. */
  readonly look?: (tx: Tx) => Promise<Seen>;
}

/**
 * Runs an action while a transaction holds rows. Looks from within that transaction when the action waits for a lock or
 * is done. The pool needs two connections.
 */
export async function actBeside<Seen>(
  sql: Sql,
  { hold, act, look }: Beside<Seen>,
): Promise<{ waited: boolean; seen: Seen | undefined }> {
  let acting: Promise<unknown> | undefined;
  const found = await sql.begin(async (tx) => {
    await hold(tx);
    let isOver = false;
    const noteEnd = () => void (isOver = true);
    acting = act();
    void acting.then(noteEnd, noteEnd);
    await until(async () => isOver || (await isAwaited(tx)), 'the action to wait or finish');
    return { waited: !isOver, seen: await look?.(tx) };
  });
  await acting;
  return found;
}
