import { openDatabase, type Sql } from '../../../src/platform/postgres/client/database.ts';
import type { DatabaseCluster } from './database-cluster.ts';

/** Connects to a node directly, without a proxy. */
export function openNode(port: number, password: string, database = 'postgres'): Sql {
  return openDatabase({
    connection: { host: '127.0.0.1', port, user: 'postgres', password, database },
    poolSize: 2,
    applicationName: 'cluster test',
    statementTimeoutMs: 10_000,
  });
}

export async function createDatabase(cluster: DatabaseCluster, name: string): Promise<void> {
  const primary = await cluster.primary();
  const sql = openNode(primary.port, cluster.password);
  try {
    const [known] = await sql`select from pg_roles where rolname = 'praca'`;
    if (!known) await sql.begin((tx) => tx.script(`create role praca login password '${cluster.password}'`));
    await sql`create database ${sql.identifier(name)} owner praca`;
  } finally {
    await sql.end();
  }
}
