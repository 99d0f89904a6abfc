import type { Sql, Tx } from '../../src/platform/postgres/client/database.ts';
import { until } from './process.ts';

/**
 * How many rows of a table a transaction keeps from being changed once it has read what it reads; those that a foreign
 * key holds can be changed. The pool needs two connections.
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

/** Whether somebody in this database waits for what another transaction holds. */
export async function isLockAwaited(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

/** Whether somebody waits for what this transaction holds; asked by itself, so that no further connection is needed. */
async function isAwaited(tx: Tx): Promise<boolean> {
  const waiting = await tx`
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  return waiting.length > 0;
}

export const untilAwaited = (tx: Tx): Promise<void> => until(() => isAwaited(tx), 'that somebody waits');

interface Beside<Seen> {
  readonly hold: (tx: Tx) => PromiseLike<unknown>;
  readonly act: () => Promise<unknown>;
  /** With that transaction alone: the other one may have the last connection. */
  readonly look?: (tx: Tx) => Promise<Seen>;
}

/**
 * Does something while a transaction holds rows, and looks from within that transaction as soon as the other waits for
 * them or is done; the pool needs two connections.
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
    await until(async () => isOver || (await isAwaited(tx)), 'the other one that waits or is done');
    return { waited: !isOver, seen: await look?.(tx) };
  });
  await acting;
  return found;
}
