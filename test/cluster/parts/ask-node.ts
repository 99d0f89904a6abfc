import pg from 'pg';

/** Runs one query on a PostgreSQL node directly, without a proxy. Returns undefined if the node does not answer. */
export async function askNode<Row extends pg.QueryResultRow>(
  { port, password, timeoutMs }: { port: number; password: string; timeoutMs: number },
  question: string,
): Promise<Row[] | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(question)).rows;
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => {});
  }
}
