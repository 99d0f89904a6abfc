import pg from 'pg';
import type { Logger } from '../../telemetry/logger.ts';
import { createOutage } from '../../telemetry/outage.ts';

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // no socket of PostgreSQL there
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
  '25006', // read_only_sql_transaction: a standby, while a failover is on
  '25P03', // idle_in_transaction_session_timeout
]);

/** The driver gives these no code. */
const unavailableMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable|^Client was closed/;

/**
 * The database is away, starting, or handing over: worth trying again, unlike an error of ours. Only what talks to the
 * database throws it: another program that refuses a connection is not the database.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Of what was asked for: undone for certain, or done perhaps, because its answer was lost. */
  readonly outcome: 'undone' | 'unknown';

  constructor(cause: Error, outcome: 'undone' | 'unknown') {
    super(cause.message, { cause });
    this.outcome = outcome;
  }
}

export const isDatabaseUnavailable = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable;

/** What the driver threw, as what it means. */
export function explainLoss(error: unknown, outcome: 'undone' | 'unknown'): unknown {
  if (!(error instanceof Error) || !isLoss(error)) return error;
  return new DatabaseUnavailable(error, wasRefused(error) ? 'undone' : outcome);
}

/** Of the opening of a connection: whatever keeps it from being opened, the database cannot be had, and nothing was asked yet. */
export const explainNoConnection = (error: unknown): unknown =>
  error instanceof Error ? new DatabaseUnavailable(error, 'undone') : error;

/** Away, starting, or handing over. One that lets nobody in stays so until somebody changes that. */
export const passesByItself = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && error.cause instanceof Error && isLoss(error.cause);

/** Its disk is full: PostgreSQL has undone the statement, and its transaction with it. */
export const lacksRoom = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100';

/** PostgreSQL broke a statement off because it took too long, mostly behind others who held what it waited for. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014';

const collisions = new Set(['40001', '40P01']);

/** Two came into each other's way, and PostgreSQL let one of them through (deadlock, serialisation). */
export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && collisions.has(error.code ?? '');

function isLoss(error: Error): boolean {
  return (
    ('code' in error && unavailableCodes.has(String(error.code))) || unavailableMessages.test(error.message)
  );
}

/** PostgreSQL itself has said no before it did anything. */
const wasRefused = (error: Error): boolean =>
  'code' in error && ['57P03', '53300', '25006'].includes(String(error.code));

/** A connection that has led to a standby would lead there for ever. */
export const ledToStandby = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006';

const verifyMs = 5000;

/**
 * For every new connection of a pool: a proxy that has just been started, or that has not noticed a failover, may lead to
 * a standby, where everything can be read and nothing written.
 */
export function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  let isOver = false;
  const end = (error?: Error): void => {
    clearTimeout(timer);
    if (!isOver) done(error);
    isOver = true;
  };
  // Frozen between its greeting and this.
  const timer = setTimeout(() => {
    end(new Error('timeout exceeded when trying to connect: PostgreSQL did not answer'));
  }, verifyMs);
  client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby', (error, result) => {
    // The driver's types promise one that is not there where all went well.
    const failure = error as Error | null;
    if (failure) return end(failure);
    end(result.rows[0]?.standby ? standbyError() : undefined);
  });
}

/** One line when connections begin to lead to a standby, and one when they lead to the primary again. */
export function tellOfStandby(log: Logger): typeof refuseStandby {
  const outage = createOutage(log, 'the way to the primary');
  return (client, done) =>
    refuseStandby(client, (error) => {
      if (ledToStandby(error)) outage.failed(error);
      else if (!error) outage.worked();
      done(error);
    });
}

export const standbyError = (): Error =>
  Object.assign(new Error('this PostgreSQL is a standby, which takes no writes'), { code: '25006' });
