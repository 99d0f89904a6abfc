import { patientConnectMs, type Connection } from '../postgres/client/connection.ts';
import { openDatabase, type Sql } from '../postgres/client/database.ts';

/** Runs a query of the start on its own connection with a long connect timeout. */
export async function atStart<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca start',
    connectTimeoutMs: patientConnectMs,
  });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
