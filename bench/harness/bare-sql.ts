import pg from 'pg';
import type { Tx } from '../../src/platform/postgres/client/database.ts';
import { compile, createTag, type Query, type Tag } from '../../src/platform/postgres/client/sql.ts';
import type { Statement } from '../../src/platform/postgres/client/statements.ts';
import type { Surroundings } from '../scenario.ts';

/** Opens a plain `pg` pool with the same number of connections as Praça. */
export function openBarePool({ connection, poolSize }: Surroundings): pg.Pool {
  return new pg.Pool({ ...connection, max: poolSize, idleTimeoutMillis: 0 });
}

/** Runs one transaction with only begin, the statements and commit. */
export async function runBareTransaction(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await run(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Runs the statements of a Praça transaction through plain `pg`, one after the other. */
export function runBareStatements(pool: pg.Pool, run: (tx: Tx) => Promise<void>): Promise<void> {
  return runBareTransaction(pool, async (client) => {
    const waiting: Statement[] = [];
    const catchUp = async (): Promise<void> => {
      for (const statement of waiting.splice(0)) await client.query(statement);
    };
    const tag = createTag(async (statement) => {
      await catchUp();
      return client.query(statement);
    });
    await run(
      Object.assign(tag, {
        inTransaction: true as const,
        defer: (query: Query) => void waiting.push(compile(query.strings, query.values)),
        script: async (text: string) => void (await client.query(text)),
      }),
    );
    await catchUp();
  });
}

/** Captures a statement of Praça to run it with plain `pg`. */
export async function takeStatement(ask: (tag: Tag) => Promise<unknown>): Promise<Statement> {
  const taken: Statement[] = [];
  await ask(
    createTag(async (statement) => {
      taken.push(statement);
      return { rows: [], rowCount: 0 };
    }),
  );
  const [statement] = taken;
  if (!statement || taken.length > 1) throw new Error(`${taken.length} statements instead of one`);
  return statement;
}
