import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { isCollision, passesByItself } from './availability.ts';
import type { Sql, Tx } from './database.ts';
import { isOutdated } from './statements.ts';

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === constraint;
}

/**
 * Runs a transaction. Retries it if PostgreSQL rolled it back because of a conflict with another one (deadlock,
 * serialisation failure) or with a migration.
 */
export function transaction<T>(sql: Sql, run: (tx: Tx) => T | Promise<T>, attempts = 5): Promise<T> {
  return repeat(() => sql.begin(run), attempts);
}

/**
 * Runs several reads on one connection with generic plans, which PostgreSQL makes without looking at the parameters and
 * keeps. For statements that have one good plan, planning each time may take longer than the query. Sequential scans
 * are disabled, because none of these statements needs one.
 */
export function readByKeptPlans<T>(sql: Sql, run: (tx: Tx) => T | Promise<T>, attempts = 5): Promise<T> {
  const prepare = (tx: Tx): T | Promise<T> => {
    tx.defer(tx`
      select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`);
    return run(tx);
  };
  return repeat(() => sql.beginReading(prepare), attempts);
}

async function repeat<T>(begin: () => Promise<T>, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await begin();
    } catch (error) {
      if ((!isCollision(error) && !isOutdated(error)) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Additional writes of a caller in the transaction of an operation, so that both are committed or neither. */
export type Beside<T extends unknown[] = []> = (tx: Tx, ...changed: T) => Promise<void>;

const comingUpMs = 10_000;

/**
 * Waits up to `comingUpMs` for a database that is starting. Throws a StartError with the reason if it stays
 * unreachable.
 */
export async function reachDatabase(sql: Sql, where: string): Promise<void> {
  const deadline = Date.now() + comingUpMs;
  for (;;) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const again = passesByItself(error) && Date.now() < deadline;
      if (!again) {
        const reason = error instanceof Error ? error.message : String(error);
        // This message comes from pgbouncer.
        const hint = reason.startsWith('unsupported startup parameter')
          ? ' It is a pooler: set the URL to PostgreSQL itself, or let the pooler ignore the startup parameters options, statement_timeout and idle_in_transaction_session_timeout, in session mode.'
          : '';
        throw new StartError(`The database at ${where} cannot be reached: ${reason}.${hint}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
