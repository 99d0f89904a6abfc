import assert from 'node:assert/strict';
import pg from 'pg';
import type { Logger } from '../../telemetry/logger.ts';
import {
  explainLoss,
  explainNoConnection,
  ledToStandby,
  refuseStandby,
  tellOfStandby,
} from './availability.ts';
import { ConnectionQueue, type QueueLimits } from './connection-queue.ts';
import { pgOptions, type Connection } from './connection.ts';
import { watchSilence } from './silence.ts';
import { failedAlone, send, type Statement, type StatementResult } from './statements.ts';
import { parserOf } from './values.ts';

export interface PoolOptions {
  connection: Connection;
  poolSize: number;
  applicationName: string;
  /** No statement of a request may hold a connection longer; 0 for no limit. */
  statementTimeoutMs?: number;
  /** How long a statement may go without a word of PostgreSQL; 0 for no limit. Longer than it may take. */
  silentMs?: number;
  queue?: Partial<QueueLimits>;
  connectTimeoutMs?: number;
  /** For reading alone: a standby will do. */
  standby?: boolean;
  /** Hears when connections lead to a standby, and when they do no more. */
  log?: Logger;
}

const standardTimeoutMs = 15_000;
/** PostgreSQL has said nothing for so much longer than it may take: it is frozen, or cut off. */
const graceMs = 3000;

/** For what goes to the driver without a tag. */
const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };

/**
 * `jit=off`: compiling pays for reports over millions of rows; here it would take longer than what it speeds up.
 * `random_page_cost=1.1`: the default is that of a turning disk, for which PostgreSQL would rather read and sort a whole
 * range than walk along an index until a page is full.
 */
const sessionOptions = '-c timezone=UTC -c jit=off -c random_page_cost=1.1';

export interface Lent {
  readonly client: pg.PoolClient;
  /** With true or an error the connection is closed. */
  giveBack(destroy?: boolean | Error): void;
}

export interface Lender {
  readonly pool: pg.Pool;
  /** How long what is sent on its connections may go unanswered. */
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
    ...(options.standby ? {} : { verify: options.log ? tellOfStandby(options.log) : refuseStandby }),
    statement_timeout: statementTimeoutMs,
    // A process that hangs between two statements must not keep its locks.
    idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, standardTimeoutMs),
    options: sessionOptions,
  });
  // A connection that breaks is replaced; whoever was using it hears of it through the statement.
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
    // One that was ended is asked by mistake, and the database has no part in it.
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

/** The same work on a connection that is nobody else's meanwhile, and that is not used again where it may be broken. */
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
