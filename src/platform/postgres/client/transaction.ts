import pg from 'pg';
import { StartError } from '../../start-error.ts';
import type { Sql, Tx } from './database.ts';
import { isOutdated } from './statements.ts';

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '53300', // too_many_connections
  '25006', // read_only_sql_transaction: a replica, while a failover is on
  '25P03', // idle_in_transaction_session_timeout
]);

/** The driver gives these no code. */
const unavailableMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable|^Client was closed/;

/** The database is away, starting, or handing over: worth trying again, unlike an error of ours. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && unavailableCodes.has(String(error.code))) return true;
  return unavailableMessages.test(error.message);
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

const collisions = new Set(['40001', '40P01']);

/**
 * Runs one transaction. Where PostgreSQL broke it off only because it collided with another (deadlock,
 * serialisation) or with a migration, nothing was done and it is run again.
 */
export async function transaction<T>(sql: Sql, run: (tx: Tx) => T | Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.begin(run);
    } catch (error) {
      const collided = error instanceof pg.DatabaseError && collisions.has(error.code ?? '');
      if ((!collided && !isOutdated(error)) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

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
        throw new StartError(`The database at ${where} cannot be reached: ${reason}.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
