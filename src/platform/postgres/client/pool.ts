import assert from 'node:assert/strict';
import pg from 'pg';
import type { Logger } from '../../telemetry/logger.ts';
import { explainLoss, explainNoConnection, ledToStandby, refuseStandby, logStandby } from './availability.ts';
import { ConnectionQueue, type QueueLimits } from './connection-queue.ts';
import { pgOptions, type Connection } from './connection.ts';
import { watchSilence } from './silence.ts';
import { failedAlone, send, type Statement, type StatementResult } from './statements.ts';
import { parserOf } from './values.ts';

export interface PoolOptions {
  connection: Connection;
  poolSize: number;
  applicationName: string;
  /** Time limit of one statement in milliseconds; 0 for no limit. */
  statementTimeoutMs?: number;
  /**
   * Time in milliseconds without any answer of PostgreSQL after which the connection is closed; 0 for no limit. Longer
   * than `statementTimeoutMs`.
   */
  silentMs?: number;
  queue?: Partial<QueueLimits>;
  connectTimeoutMs?: number;
  /** Age at which a connection is replaced. A new one has the current defaults of its database and role. */
  longestLifeSeconds?: number;
  /** Allows connections to a standby, for a pool that only reads. */
  standby?: boolean;
  /** Logs when connections begin and stop to lead to a standby. */
  log?: Logger;
}

const standardTimeoutMs = 15_000;
/** If PostgreSQL is silent for this much longer than the statement timeout, it is frozen or unreachable. */
const graceMs = 3000;

/** Type parsers for queries that go to the driver without a tag. */
const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };

/**
 * `jit=off`: compilation pays off for reports over millions of rows; here it would take longer than it saves.
 * `random_page_cost=1.1`: the default assumes a rotating disk, for which PostgreSQL prefers reading and sorting a whole
 * range over an index scan that stops when the page is full.
 */
const sessionOptions = '-c timezone=UTC -c jit=off -c random_page_cost=1.1';

export interface Lent {
  readonly client: pg.PoolClient;
  /** Returns the connection to the pool, or closes it if `destroy` is true or an error. */
  giveBack(destroy?: boolean | Error): void;
}

export interface Lender {
  readonly pool: pg.Pool;
  /** Time in milliseconds that a statement may go unanswered. */
  readonly silentMs: number;
  take(): Promise<Lent>;
  waiting(): number;
}

export function openPool(options: PoolOptions): Lender {
  const { statementTimeoutMs = standardTimeoutMs } = options;
  const pool = new pg.Pool({
    ...pgOptions(options.connection, options.applicationName, options.connectTimeoutMs),
    types,
    max: options.poolSize,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: options.longestLifeSeconds ?? 0,
    ...(options.standby ? {} : { verify: options.log ? logStandby(options.log) : refuseStandby }),
    statement_timeout: statementTimeoutMs,
    // A process that hangs between two statements must not keep its locks.
    idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, standardTimeoutMs),
    options: sessionOptions,
  });
  // The pool replaces a broken connection, and the statement that used it is rejected. Without a listener the event
  // would end the process.
  pool.on('error', () => {});
  const silence = watchSilence();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    silence.add(client);
  });
  const queue = new ConnectionQueue(options.poolSize, options.queue);
  return {
    pool,
    silentMs: options.silentMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + graceMs),
    waiting: () => queue.length,
    take: () => take(pool, queue),
  };
}

async function take(pool: pg.Pool, queue: ConnectionQueue): Promise<Lent> {
  await queue.enter();
  try {
    const client = await pool.connect();
    return {
      client,
      giveBack(destroy) {
        client.release(destroy);
        queue.leave();
      },
    };
  } catch (error) {
    queue.leave();
    // Using a pool that has been closed is a programming error and not an outage of the database.
    throw pool.ending ? error : explainNoConnection(error);
  }
}

export async function sendOne(
  client: pg.PoolClient,
  statement: Statement,
  silentMs: number,
): Promise<StatementResult> {
  const { results, error } = await send(client, [statement], silentMs);
  if (error) throw error;
  const [result] = results;
  assert.ok(result, 'a statement has a result');
  return result;
}

/** Runs the work on a connection that it owns until it ends. A connection that may be broken is closed afterwards. */
export async function onConnection<T>(
  lender: Lender,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await lender.take();
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = !failedAlone(error) || ledToStandby(error);
    throw explainLoss(error, 'unknown');
  } finally {
    giveBack(broken);
  }
}
