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
 * Runs one transaction. Where PostgreSQL broke it off only because it collided with another (deadlock,
 * serialisation) or with a migration, nothing was done and it is run again.
 */
export function transaction<T>(sql: Sql, run: (tx: Tx) => T | Promise<T>, attempts = 5): Promise<T> {
  return repeat(() => sql.begin(run), attempts);
}

/**
 * Runs several reads on one connection. Each by plans that PostgreSQL made without looking at the parameters, and keeps:
 * for statements so written that there is one good way, to look for it each time may take longer than to go it. A plan
 * that reads a whole table is never that way.
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

/** What a caller has written beside an operation's change, in its transaction: neither stands without the other. */
export type Beside<T extends unknown[] = []> = (tx: Tx, ...changed: T) => Promise<void>;

const comingUpMs = 10_000;

/** Waits for a database that is coming up, and says in one sentence why it does not. */
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
        // So speaks pgbouncer, and nobody else.
        const hint = reason.startsWith('unsupported startup parameter')
          ? ' It is a pooler: set the URL to PostgreSQL itself, or let the pooler ignore the startup parameters options, statement_timeout and idle_in_transaction_session_timeout, in session mode.'
          : '';
        throw new StartError(`The database at ${where} cannot be reached: ${reason}.${hint}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
