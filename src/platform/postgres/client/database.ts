import type pg from 'pg';
import { inSpan, type SpanStart } from '../../telemetry/traces/trace.ts';
import { explainLoss, ledToStandby } from './availability.ts';
import { Pipeline, type Explain } from './pipeline.ts';
import { onConnection, openPool, sendOne, type Lender, type PoolOptions } from './pool.ts';
import { compile, createTag, type Query, type Tag } from './sql.ts';
import { isOutdated, type Statement, type StatementResult } from './statements.ts';

/** The pool: each statement runs on any free connection. */
export interface Sql extends Tag {
  /**
   * Runs reads on a replica if there is one (ADR 24). The result may be slightly old, but always contains the caller's
   * own writes. Never use it for decisions about money, for sessions or for keys.
   */
  readonly reading: Tag;
  /** Takes one connection out of the pool, outside a transaction. */
  reserve(): Promise<ReservedSql>;
  begin<T>(run: (tx: Tx) => T | Promise<T>): Promise<T>;
  /** Runs a transaction in which PostgreSQL refuses writes, so that its caller does not count as a writer. */
  beginReading<T>(run: (tx: Tx) => T | Promise<T>): Promise<T>;
  end(): Promise<void>;
  readonly pool: pg.Pool;
  /** Sets the connect timeout for new connections: a start may wait longer than a request. */
  limitConnecting(timeoutMs: number): void;
  /** Returns the number of queries that wait for a connection. */
  readonly waiting: () => number;
}

/**
 * A transaction in progress. Functions that lock or write take a `Tx`, so that they cannot run outside a transaction by
 * mistake. Statements started together (`Promise.all`) share a round trip.
 */
export interface Tx extends Tag {
  readonly inTransaction: true;
  /**
   * Queues a statement whose result is not needed. It is sent with the next awaited statement or with the commit, so
   * that several take one round trip. PostgreSQL runs it before that statement. If it fails, that statement or the
   * commit is rejected and everything is rolled back. `explain` may turn its error into another.
   */
  defer(statement: Query, explain?: Explain): void;
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface ReservedSql extends Tag {
  release(): void;
}

/** Additional work of a database that has replicas. */
export interface ReplicaReads {
  /**
   * Returns the statement to send right after the commit of a write, or undefined if the write has no known principal.
   */
  noteOfWrite(): Statement | undefined;
  /**
   * Reads from a replica, or from the primary if no replica qualifies. On the primary, the note is sent right after the
   * read.
   */
  read(
    statement: Statement,
    onPrimary: (note?: Statement) => Promise<StatementResult>,
  ): Promise<StatementResult>;
}

export interface DatabaseOptions extends PoolOptions {
  replicas?: ReplicaReads | undefined;
}

export function openDatabase(options: DatabaseOptions): Sql {
  const lender = openPool(options);
  const { pool, silentMs } = lender;
  const { replicas } = options;
  const execute = (statement: Statement, note?: Statement): Promise<StatementResult> =>
    sendAlone(lender, statement, note).catch((error: unknown) => {
      if (isOutdated(error)) return sendAlone(lender, statement, note);
      throw error;
    });
  const tag = createTag((statement) =>
    execute(statement, replicas && writing.test(statement.text) ? replicas.noteOfWrite() : undefined),
  );
  const reading =
    replicas && createTag((statement) => replicas.read(statement, (note) => execute(statement, note)));
  return Object.assign(tag, {
    reading: reading ?? tag,
    pool,
    waiting: () => lender.waiting(),
    limitConnecting: (timeoutMs: number) => void (pool.options.connectionTimeoutMillis = timeoutMs),
    reserve: async () => {
      const lent = await lender.take();
      const reserved = createTag((statement) => sendOne(lent.client, statement, silentMs));
      return Object.assign(reserved, { release: lent.giveBack });
    },
    begin: <T>(run: (tx: Tx) => T | Promise<T>) =>
      inSpan(transactionSpan, () => begin(lender, run, 'writing', replicas)),
    beginReading: <T>(run: (tx: Tx) => T | Promise<T>) =>
      inSpan(transactionSpan, () => begin(lender, run, 'reading')),
    end: () => pool.end(),
  });
}

const transactionSpan: SpanStart = {
  name: 'transaction',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
};

/** May match a statement that only reads. That is harmless: its caller is then only sent to the primary. */
const writing = /\b(?:insert|update|delete|merge)\b/i;

function sendAlone(
  lender: Lender,
  statement: Statement,
  note: Statement | undefined,
): Promise<StatementResult> {
  return onConnection(lender, (client) =>
    note ? sendNoted(client, statement, note, lender.silentMs) : sendOne(client, statement, lender.silentMs),
  );
}

/** Sends `begin`, the statement, `commit` and the note in one round trip. */
async function sendNoted(
  client: pg.PoolClient,
  statement: Statement,
  note: Statement,
  silentMs: number,
): Promise<StatementResult> {
  const pipeline = new Pipeline(client, silentMs);
  try {
    return await pipeline.commitWith(statement, note);
  } catch (error) {
    const broken = await pipeline.rollback();
    throw broken ?? error;
  }
}

async function begin<T>(
  lender: Lender,
  run: (tx: Tx) => T | Promise<T>,
  kind: 'writing' | 'reading',
  replicas?: ReplicaReads,
): Promise<T> {
  const { client, giveBack } = await lender.take();
  const pipeline = new Pipeline(client, lender.silentMs, kind);
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
    await pipeline.commit(replicas?.noteOfWrite());
    return result;
  } catch (error) {
    // PostgreSQL rolls back the transaction of a closed connection itself.
    broken = (await pipeline.rollback()) ?? ledToStandby(error);
    // Other errors of `run` do not come from this database connection.
    throw error === pipeline.failure ? explainLoss(error, committing ? 'unknown' : 'undone') : error;
  } finally {
    giveBack(broken);
  }
}
