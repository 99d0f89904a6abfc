import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { isCollision, isDatabaseUnavailable } from './availability.ts';
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
export async function transaction<T>(sql: Sql, run: (tx: Tx) => T | Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.begin(run);
    } catch (error) {
      if ((!isCollision(error) && !isOutdated(error)) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** What a caller has written beside an operation's change, in its transaction: neither stands without the other. */
export type Beside<T extends unknown[] = []> = (tx: Tx, ...changed: T) => Promise<void>;

/** Waits for a database that is coming up, and says in one sentence why it does not. */
export async function reachDatabase(sql: Sql, where: string, timeoutMs = 5000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      const again = isDatabaseUnavailable(error) && Date.now() < deadline;
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
