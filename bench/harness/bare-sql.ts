import pg from 'pg';
import type { Surroundings } from '../scenario.ts';

/** The driver as it comes, with as many connections as Praça has. */
export function openBarePool({ connection, poolSize }: Surroundings): pg.Pool {
  return new pg.Pool({ ...connection, max: poolSize, idleTimeoutMillis: 0 });
}

/** Begin, run, commit, and nothing else. */
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
