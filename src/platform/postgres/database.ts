import assert from 'node:assert/strict';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { Exchange, type Explain } from './exchange.ts';
import { pgOptions } from './pg-options.ts';
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
   * A statement whose answer nobody needs. It travels with the next one or with the commit: one round trip for several,
   * in the order in which they were said; of statements asked for at once, before them. What is wrong with it comes to
   * light there, and undoes everything as ever; `explain` may put it into other words.
   */
  later(statement: Query, explain?: Explain): void;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface ReservedSql extends Tag {
  /** With true the connection is closed, and whatever it held is free. */
  release(destroy?: boolean): void;
}

export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  tls?: boolean;
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
    // Compiling a statement pays for reports over millions of rows; here it would take longer than what it speeds up.
    // What is read here lies in memory or on a solid disk. The default is that of a turning one, for which PostgreSQL
    // would rather read and sort a whole range than walk along an index until a page is full.
    options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1',
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
  const exchange = new Exchange(client);
  const tx: Tx = Object.assign(
    createTag((statement) => exchange.ask(statement)),
    {
      inTransaction: true as const,
      later: (statement: Query, explain?: Explain) =>
        exchange.say(compile(statement.strings, statement.values), explain),
      script: (text: string) => exchange.script(text),
    },
  );
  let broken: Error | undefined;
  try {
    const result = await run(tx);
    await exchange.commit();
    return result;
  } catch (error) {
    // A connection that is thrown away is rolled back by PostgreSQL itself.
    broken = await exchange.rollback();
    throw error;
  } finally {
    client.release(broken);
  }
}

export function parseDatabaseUrl(text: string): Connection {
  const parsed = new URL(text);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (database === '') throw new StartError('DATABASE_URL names no database: add /name at its end.');
  const mode = parsed.searchParams.get('sslmode') ?? 'disable';
  // A socket directory travels as ?host=/var/run/postgresql, as libpq has it.
  const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname);
  return {
    host: host === '' ? 'localhost' : host,
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username) || 'postgres',
    database,
    ...(parsed.password === '' ? {} : { password: decodeURIComponent(parsed.password) }),
    ...(mode === 'disable' ? {} : { tls: true }),
  };
}

/** How a worker process is told of the PostgreSQL that its parent started. */
export function formatDatabaseUrl(connection: Connection): string {
  const url = new URL(`postgres://localhost:${connection.port}/${encodeURIComponent(connection.database)}`);
  url.username = encodeURIComponent(connection.user);
  if (connection.password !== undefined) url.password = encodeURIComponent(connection.password);
  if (connection.tls) url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('host', connection.host);
  return url.href;
}
