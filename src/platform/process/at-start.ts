import { patientConnectMs, type Connection } from '../postgres/client/connection.ts';
import { openDatabase, type Sql } from '../postgres/client/database.ts';

/** For what a start asks a database before it serves: on a connection of its own, which is waited for. */
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
