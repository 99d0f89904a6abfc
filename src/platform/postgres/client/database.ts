import assert from 'node:assert/strict';
import pg from 'pg';
import { explainLoss, ledToStandby, refuseStandby } from './availability.ts';
import { ConnectionQueue, type QueueLimits } from './connection-queue.ts';
import { pgOptions, type Connection } from './connection.ts';
import { Pipeline, type Explain } from './pipeline.ts';
import { compile, createTag, type Query, type Tag } from './sql.ts';
import { failedAlone, isOutdated, send, type Statement, type StatementResult } from './statements.ts';
import { parserOf } from './values.ts';

/** The pool: each statement on whichever connection is free. */
export interface Sql extends Tag {
  /** One connection for a while, outside a transaction. */
  reserve(): Promise<ReservedSql>;
  begin<T>(run: (tx: Tx) => T | Promise<T>): Promise<T>;
  end(): Promise<void>;
  readonly pool: pg.Pool;
  /** From now on: a start waits longer than a request may. */
  limitConnecting(timeoutMs: number): void;
  /** How many wait for a connection. */
  readonly waiting: () => number;
}

/**
 * A transaction in progress. What locks or writes takes one, so that it cannot run alone by mistake. Statements that are
 * asked for at once (`Promise.all`) travel together.
 */
export interface Tx extends Tag {
  readonly inTransaction: true;
  /**
   * A statement whose answer nobody needs: it is kept back and sent with the next statement that is awaited, or with the
   * commit, so that several take one round trip. PostgreSQL runs it before that statement. If it fails, that statement or
   * the commit is rejected and everything is rolled back; `explain` may turn its error into another.
   */
  defer(statement: Query, explain?: Explain): void;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface ReservedSql extends Tag {
  release(): void;
}

export interface DatabaseOptions {
  connection: Connection;
  poolSize: number;
  applicationName: string;
  /** No statement of a request may hold a connection longer; 0 for no limit. */
  statementTimeoutMs?: number;
  /** How long a statement may go without a word of PostgreSQL; 0 for no limit. Longer than it may take. */
  silentMs?: number;
  queue?: Partial<QueueLimits>;
  connectTimeoutMs?: number;
}

const standardStatementTimeoutMs = 15_000;
/** PostgreSQL has said nothing for so much longer than it may take: it is frozen, or cut off. */
const graceMs = 5000;

/** For what goes to the driver without a tag. */
const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };

/**
 * `jit=off`: compiling pays for reports over millions of rows; here it would take longer than what it speeds up.
 * `random_page_cost=1.1`: the default is that of a turning disk, for which PostgreSQL would rather read and sort a whole
 * range than walk along an index until a page is full.
 */
const sessionOptions = '-c timezone=UTC -c jit=off -c random_page_cost=1.1';

export function openDatabase(options: DatabaseOptions): Sql {
  const { statementTimeoutMs = standardStatementTimeoutMs } = options;
  const pool = new pg.Pool({
    ...pgOptions(options.connection, options.applicationName, options.connectTimeoutMs),
    types,
    max: options.poolSize,
    idleTimeoutMillis: 0,
    keepAlive: true,
    verify: refuseStandby,
    statement_timeout: statementTimeoutMs,
    // A process that hangs between two statements must not keep its locks.
    idle_in_transaction_session_timeout: 15_000,
    options: sessionOptions,
  });
  // A connection that breaks is replaced; whoever was using it hears of it through the statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const lend = createLender(pool, new ConnectionQueue(options.poolSize, options.queue));
  const silentMs = options.silentMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + graceMs);
  const tag = createTag((statement) =>
    sendAlone(lend, statement, silentMs).catch((error: unknown) => {
      if (isOutdated(error)) return sendAlone(lend, statement, silentMs);
      throw error;
    }),
  );
  return Object.assign(tag, {
    pool,
    waiting: lend.waiting,
    limitConnecting: (timeoutMs: number) => void (pool.options.connectionTimeoutMillis = timeoutMs),
    reserve: async () => {
      const lent = await lend.take();
      const reserved = createTag((statement) => sendOne(lent.client, statement, silentMs));
      return Object.assign(reserved, { release: lent.giveBack });
    },
    begin: <T>(run: (tx: Tx) => T | Promise<T>) => begin(lend, run, silentMs),
    end: () => pool.end(),
  });
}

interface Lent {
  readonly client: pg.PoolClient;
  /** With true or an error the connection is closed. */
  giveBack(destroy?: boolean | Error): void;
}

interface Lender {
  take(): Promise<Lent>;
  waiting(): number;
}

function createLender(pool: pg.Pool, queue: ConnectionQueue): Lender {
  return {
    waiting: () => queue.length,
    async take() {
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
        throw explainLoss(error, 'undone');
      }
    },
  };
}

async function sendOne(
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

async function sendAlone(lend: Lender, statement: Statement, silentMs: number): Promise<StatementResult> {
  const { client, giveBack } = await lend.take();
  let broken = false;
  try {
    return await sendOne(client, statement, silentMs);
  } catch (error) {
    broken = !failedAlone(error) || ledToStandby(error);
    throw explainLoss(error, 'unknown');
  } finally {
    giveBack(broken);
  }
}

async function begin<T>(lend: Lender, run: (tx: Tx) => T | Promise<T>, silentMs: number): Promise<T> {
  const { client, giveBack } = await lend.take();
  const pipeline = new Pipeline(client, silentMs);
  const tx: Tx = Object.assign(
    createTag((statement) => pipeline.query(statement)),
    {
      inTransaction: true as const,
      defer: (statement: Query, explain?: Explain) =>
        pipeline.enqueue(compile(statement.strings, statement.values), explain),
      script: (text: string) => pipeline.script(text),
    },
  );
  let broken: boolean | Error | undefined;
  let committing = false;
  try {
    const result = await run(tx);
    committing = true;
    await pipeline.commit();
    return result;
  } catch (error) {
    // A connection that is thrown away is rolled back by PostgreSQL itself.
    broken = (await pipeline.rollback()) ?? ledToStandby(error);
    // Of what else `run` talks to, nothing is the database.
    throw error === pipeline.failure ? explainLoss(error, committing ? 'unknown' : 'undone') : error;
  } finally {
    giveBack(broken);
  }
}
