import type { Connection } from '../postgres/client/connection.ts';
import { openDatabase, type Sql } from '../postgres/client/database.ts';

/** Opens a connection without a statement timeout, for statements that wait for locks and scan tables. */
export const openPatiently = (connection: Connection): Sql =>
  openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca partitions',
    statementTimeoutMs: 0,
  });
