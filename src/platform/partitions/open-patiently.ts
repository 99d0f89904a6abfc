import type { Connection } from '../postgres/client/connection.ts';
import { openDatabase, type Sql } from '../postgres/client/database.ts';

/** Statements may take their time there: they wait for tables, and look through them. */
export const openPatiently = (connection: Connection): Sql =>
  openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca partitions',
    statementTimeoutMs: 0,
  });
