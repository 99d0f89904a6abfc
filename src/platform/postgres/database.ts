import pg from 'pg';
import { StartError } from '../start-error.ts';
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
   * in the order in which they were said. What is wrong with it comes to light there, and undoes everything as ever.
   */
  later(statement: Query): void;
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

const nothing: StatementResult = { rows: [], rowCount: 0 };

async function sendOne(client: pg.PoolClient, statement: Statement): Promise<StatementResult> {
  const [result = nothing] = await send(client, [statement]);
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

const beginStatement: Statement = { name: 'praca_begin', text: 'begin', values: [] };
const commitStatement: Statement = { name: 'praca_commit', text: 'commit', values: [] };
const rollbackStatement: Statement = { name: 'praca_rollback', text: 'rollback', values: [] };

/** A statement on its way to PostgreSQL, and whoever waits for its result. */
interface Said {
  readonly statement: Statement;
  readonly resolve?: (result: StatementResult) => void;
  readonly reject?: (error: unknown) => void;
}

async function begin<T>(pool: pg.Pool, run: (tx: Tx) => T | Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let said: Said[] = [{ statement: beginStatement }];
  let begun = false;
  let expected = false;
  /**
   * Whoever passes over a failure must not go on as if nothing were missing, and PostgreSQL would answer the commit with
   * a rollback and no error. After the end the connection is somebody else's.
   */
  let failure: { readonly reason: unknown } | undefined;
  let over = false;
  const refuseToGoOn = (): void => {
    if (failure) throw failure.reason;
    if (over) throw new Error('the transaction is over');
  };
  const fail = (reason: unknown): never => {
    failure ??= { reason };
    throw reason;
  };
  const sendSaid = async (): Promise<void> => {
    expected = false;
    const together = said;
    said = [];
    if (together.length === 0) return;
    try {
      refuseToGoOn();
      begun = true;
      const results = await send(
        client,
        together.map(({ statement }) => statement),
      ).catch(fail);
      for (const [index, { resolve }] of together.entries()) resolve?.(results[index] ?? nothing);
    } catch (error) {
      for (const { reject } of together) reject?.(error);
    }
  };
  const ask = (statement: Statement): Promise<StatementResult> =>
    new Promise((resolve, reject) => {
      refuseToGoOn();
      said.push({ statement, resolve, reject });
      // After whatever else is asked for at this moment.
      if (!expected) queueMicrotask(() => void sendSaid());
      expected = true;
    });
  const tx: Tx = Object.assign(createTag(ask), {
    inTransaction: true as const,
    later: (statement: Query) => {
      refuseToGoOn();
      said.push({ statement: compile(statement.strings, statement.values) });
    },
    script: async (text: string) => {
      await sendSaid();
      refuseToGoOn();
      await client.query(text).catch(fail);
    },
  });
  try {
    const result = await run(tx);
    // One that has said nothing has nothing to commit.
    if (begun || said.length > 1) await ask(commitStatement);
    return result;
  } catch (error) {
    over = true;
    // Where not even a rollback gets through, the connection is thrown away and PostgreSQL rolls back by itself.
    if (begun) await send(client, [rollbackStatement]).catch((fault: Error) => (broken = fault));
    throw error;
  } finally {
    over = true;
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
