import pg from 'pg';
import { StartError } from '../start-error.ts';
import { pgOptions } from './pg-options.ts';
import { createTag, type Execute, type Tag } from './sql.ts';

/** The pool: each statement on whichever connection is free. */
export interface Sql extends Tag {
  /** One connection for a while, outside a transaction. */
  reserve(): Promise<ReservedSql>;
  begin<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  end(): Promise<void>;
  readonly pool: pg.Pool;
}

/** A transaction in progress. What locks or writes takes one, so that it cannot run alone by mistake. */
export interface Tx extends Tag {
  readonly inTransaction: true;
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

/** Amounts are bigint in JavaScript: int8 as it is, numeric because stores keep it only as numeric(…, 0). */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.NUMERIC, BigInt],
]);

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

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
    createTag((statement) => pool.query(statement)),
    {
      pool,
      reserve: async () => {
        const client = await pool.connect();
        return Object.assign(createTag(executeOn(client)), {
          release: (destroy?: boolean) => client.release(destroy),
        });
      },
      begin: <T>(run: (tx: Tx) => Promise<T>) => begin(pool, run),
      end: () => pool.end(),
    },
  );
}

const executeOn =
  (client: pg.PoolClient): Execute =>
  (statement) =>
    client.query(statement);

async function begin<T>(pool: pg.Pool, run: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx: Tx = Object.assign(createTag(executeOn(client)), {
      inTransaction: true as const,
      script: async (text: string) => void (await client.query(text)),
    });
    const result = await run(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    // Where not even a rollback gets through, the connection is thrown away and PostgreSQL rolls back by itself.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
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
