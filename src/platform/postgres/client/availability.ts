import pg from 'pg';
import type { Logger } from '../../telemetry/logger.ts';
import { createOutage } from '../../telemetry/outage.ts';

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // the Unix socket does not exist
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '53300', // too_many_connections
  '25006', // read_only_sql_transaction: a standby, as during a failover, or default_transaction_read_only
  '25P03', // idle_in_transaction_session_timeout
]);

/** The driver throws these errors without a code. */
const unavailableMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable|^Client was closed/;

/**
 * The database is down, starting or failing over: a retry may succeed, unlike after a programming error. Only database
 * code throws it, so that another service that refuses a connection is not taken for the database.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Outcome of the statement or transaction: certainly rolled back, or unknown because the answer was lost. */
  readonly outcome: 'undone' | 'unknown';

  constructor(cause: Error, outcome: 'undone' | 'unknown') {
    super(cause.message, { cause });
    this.outcome = outcome;
  }
}

export const isDatabaseUnavailable = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable;

/** Turns a driver error that means a lost database into DatabaseUnavailable. Returns other errors unchanged. */
export function explainLoss(error: unknown, outcome: 'undone' | 'unknown'): unknown {
  if (!(error instanceof Error) || !isLoss(error)) return error;
  return new DatabaseUnavailable(error, wasRefused(error) ? 'undone' : outcome);
}

/** Turns every error while a connection is opened into DatabaseUnavailable: no statement has been sent yet. */
export const explainNoConnection = (error: unknown): unknown =>
  error instanceof Error ? new DatabaseUnavailable(error, 'undone') : error;

/**
 * Returns true if the database is down, starting or failing over. Returns false if it rejects the login, because only
 * an administrator can change that.
 */
export const passesByItself = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && error.cause instanceof Error && isLoss(error.cause);

const shortages = new Set([
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53400', // configuration_limit_exceeded
  '58030', // io_error
]);

/** Returns true if PostgreSQL lacks disk space or memory. It has rolled back the transaction. */
export const lacksResources = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && shortages.has(error.code ?? '');

/** Returns true if PostgreSQL cancelled a statement that took too long, usually because it waited for a lock. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014';

const collisions = new Set(['40001', '40P01']);

/**
 * Returns true if PostgreSQL aborted the transaction because of a conflict with another one (deadlock, serialisation
 * failure).
 */
export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && collisions.has(error.code ?? '');

function isLoss(error: Error): boolean {
  return (
    ('code' in error && unavailableCodes.has(String(error.code))) || unavailableMessages.test(error.message)
  );
}

/** Returns true if PostgreSQL rejected the request before it did anything. */
const wasRefused = (error: Error): boolean =>
  'code' in error && ['57P03', '53300', '25006'].includes(String(error.code));

/**
 * Returns true if the connection leads to a standby or its session is read-only. Such a connection must be closed,
 * because it never takes writes again.
 */
export const ledToStandby = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006';

const verifyMs = 5000;

/**
 * Checks each new connection of a pool. A proxy that has just started, or that has not noticed a failover, may lead to
 * a standby, which allows reads but no writes.
 */
export function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  let isOver = false;
  const end = (error?: Error): void => {
    clearTimeout(timer);
    if (!isOver) done(error);
    isOver = true;
  };
  // The server may freeze between its greeting and the answer.
  const timer = setTimeout(() => {
    end(new Error('timeout exceeded when trying to connect: PostgreSQL did not answer'));
  }, verifyMs);
  client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby', (error, result) => {
    // The driver passes null on success, which its types do not say.
    const failure = error as Error | null;
    if (failure) return end(failure);
    end(result.rows[0]?.standby ? standbyError() : undefined);
  });
}

/**
 * Returns a check like `refuseStandby` that logs once when connections begin to lead to a standby, and once when they
 * lead to the primary again.
 */
export function logStandby(log: Logger): typeof refuseStandby {
  const outage = createOutage(log, 'the connection to the primary');
  return (client, done) =>
    refuseStandby(client, (error) => {
      if (ledToStandby(error)) outage.failed(error);
      else if (!error) outage.worked();
      done(error);
    });
}

export const standbyError = (): Error =>
  Object.assign(new Error('this PostgreSQL is a standby, which takes no writes'), { code: '25006' });
