import assert from 'node:assert/strict';
import pg from 'pg';
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
  /** With true the connection is closed, and whatever it held is free. */
  release(destroy?: boolean): void;
}

export interface DatabaseOptions {
  connection: Connection;
  poolSize: number;
  applicationName: string;
  /** No statement of a request may hold a connection longer; 0 for no limit. */
  statementTimeoutMs?: number;
}

/** For what goes to the driver without a tag. */
const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };

/**
 * `jit=off`: compiling pays for reports over millions of rows; here it would take longer than what it speeds up.
 * `random_page_cost=1.1`: the default is that of a turning disk, for which PostgreSQL would rather read and sort a whole
 * range than walk along an index until a page is full.
 */
const sessionOptions = '-c timezone=UTC -c jit=off -c random_page_cost=1.1';

export function openDatabase(options: DatabaseOptions): Sql {
  const pool = new pg.Pool({
    ...pgOptions(options.connection, options.applicationName),
    types,
    max: options.poolSize,
    idleTimeoutMillis: 0,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    // A process that hangs between two statements must not keep its locks.
    idle_in_transaction_session_timeout: 15_000,
    options: sessionOptions,
  });
  // A connection that breaks is replaced; whoever was using it hears of it through the statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return Object.assign(
    createTag((statement) =>
      sendAlone(pool, statement).catch((error: unknown) => {
        if (isOutdated(error)) return sendAlone(pool, statement);
        throw error;
      }),
    ),
    {
      pool,
      reserve: async () => {
        const client = await pool.connect();
        const tag = createTag((statement) => sendOne(client, statement));
        return Object.assign(tag, {
          release: (destroy?: boolean) => client.release(destroy),
        });
      },
      begin: <T>(run: (tx: Tx) => T | Promise<T>) => begin(pool, run),
      end: () => pool.end(),
    },
  );
}

async function sendOne(client: pg.PoolClient, statement: Statement): Promise<StatementResult> {
  const { results, error } = await send(client, [statement]);
  if (error) throw error;
  const [result] = results;
  assert.ok(result, 'a statement has a result');
  return result;
}

async function sendAlone(pool: pg.Pool, statement: Statement): Promise<StatementResult> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await sendOne(client, statement);
  } catch (error) {
    broken = !failedAlone(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function begin<T>(pool: pg.Pool, run: (tx: Tx) => T | Promise<T>): Promise<T> {
  const client = await pool.connect();
  const pipeline = new Pipeline(client);
  const tx: Tx = Object.assign(
    createTag((statement) => pipeline.query(statement)),
    {
      inTransaction: true as const,
      defer: (statement: Query, explain?: Explain) =>
        pipeline.enqueue(compile(statement.strings, statement.values), explain),
      script: (text: string) => pipeline.script(text),
    },
  );
  let broken: Error | undefined;
  try {
    const result = await run(tx);
    await pipeline.commit();
    return result;
  } catch (error) {
    // A connection that is thrown away is rolled back by PostgreSQL itself.
    broken = await pipeline.rollback();
    throw error;
  } finally {
    client.release(broken);
  }
}
