import type pg from 'pg';
import { explainLoss, ledToStandby } from './availability.ts';
import { Pipeline, type Explain } from './pipeline.ts';
import { onConnection, openPool, sendOne, type Lender, type PoolOptions } from './pool.ts';
import { compile, createTag, type Query, type Tag } from './sql.ts';
import { isOutdated, type Statement, type StatementResult } from './statements.ts';

/** The pool: each statement on whichever connection is free. */
export interface Sql extends Tag {
  /**
   * For what may be read as it was a moment ago, as long as whoever asks finds what they wrote themselves: by a replica
   * where there is one (ADR 53). Nothing that money depends on, no session, no key.
   */
  readonly reading: Tag;
  /** One connection for a while, outside a transaction. */
  reserve(): Promise<ReservedSql>;
  begin<T>(run: (tx: Tx) => T | Promise<T>): Promise<T>;
  /** A transaction in which PostgreSQL refuses to write: its reader is not taken for one who has written. */
  beginReading<T>(run: (tx: Tx) => T | Promise<T>): Promise<T>;
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

/** What a database does besides where it has replicas. */
export interface ReplicaReads {
  /** What has to travel right behind the commit of a write; nothing where nobody in particular writes. */
  noteOfWrite(): Statement | undefined;
  /** By a replica, or where none will do by the primary. */
  read(statement: Statement, onPrimary: () => Promise<StatementResult>): Promise<StatementResult>;
}

export interface DatabaseOptions extends PoolOptions {
  replicas?: ReplicaReads | undefined;
}

export function openDatabase(options: DatabaseOptions): Sql {
  const lender = openPool(options);
  const { pool, silentMs } = lender;
  const { replicas } = options;
  const execute = (statement: Statement): Promise<StatementResult> =>
    sendAlone(lender, statement, replicas).catch((error: unknown) => {
      if (isOutdated(error)) return sendAlone(lender, statement, replicas);
      throw error;
    });
  const tag = createTag(execute);
  const reading = replicas && createTag((statement) => replicas.read(statement, () => execute(statement)));
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
    begin: <T>(run: (tx: Tx) => T | Promise<T>) => begin(lender, run, 'writing', replicas),
    beginReading: <T>(run: (tx: Tx) => T | Promise<T>) => begin(lender, run, 'reading'),
    end: () => pool.end(),
  });
}

/** Too often rather than too rarely: a read that is taken for a write only sends its reader to the primary. */
const writing = /\b(?:insert|update|delete|merge)\b/i;

function sendAlone(
  lender: Lender,
  statement: Statement,
  replicas: ReplicaReads | undefined,
): Promise<StatementResult> {
  const note = replicas && writing.test(statement.text) ? replicas.noteOfWrite() : undefined;
  return onConnection(lender, (client) =>
    note ? sendNoted(client, statement, note, lender.silentMs) : sendOne(client, statement, lender.silentMs),
  );
}

/** In one round trip all the same: `begin`, it, `commit`, the note. */
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
    // A connection that is thrown away is rolled back by PostgreSQL itself.
    broken = (await pipeline.rollback()) ?? ledToStandby(error);
    // Of what else `run` talks to, nothing is the database.
    throw error === pipeline.failure ? explainLoss(error, committing ? 'unknown' : 'undone') : error;
  } finally {
    giveBack(broken);
  }
}
