import type { PlatformSettings } from '../platform.ts';
import {
  describeConnection,
  parseDatabaseUrl,
  patientConnectMs,
  type Connection,
} from '../postgres/client/connection.ts';
import { openDatabase } from '../postgres/client/database.ts';
import { reachDatabase } from '../postgres/client/transaction.ts';
import { refuseSharedSessions } from '../postgres/refuse-pooler.ts';
import { lacksCluster } from '../postgres/embedded/embedded-directories.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded/embedded.ts';
import { StartError } from '../start-error.ts';
import type { Logger } from '../telemetry/logger.ts';

export interface OpenConnection {
  connection: Connection;
  /** Stops the embedded PostgreSQL if this process started it. */
  close(): Promise<void>;
}

const nothingToClose = async (): Promise<void> => {};

/** Opens the operator's PostgreSQL, or starts the embedded one, which this process then owns. */
export async function openConnection(settings: PlatformSettings, log: Logger): Promise<OpenConnection> {
  if (settings.DATABASE_URL !== '') {
    const connection = parseDatabaseUrl(settings.DATABASE_URL);
    await checkReachable(connection, 'DATABASE_URL');
    return { connection, close: nothingToClose };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.DATA_DIR,
    log: ({ level, message }) => log[level](message),
  });
  return { connection: embedded.connection, close: () => embedded.stop() };
}

/** Connects to the PostgreSQL of a running server on this data directory, or starts it. */
export async function joinConnection(settings: PlatformSettings, log: Logger): Promise<OpenConnection> {
  if (settings.DATABASE_URL === '') {
    const running = await findRunningEmbeddedPostgres(settings.DATA_DIR);
    if (running) return { connection: running, close: nothingToClose };
  }
  return openConnection(settings, log);
}

/** Like `joinConnection`, for commands that need existing data: it never creates a database. */
export async function joinExisting(settings: PlatformSettings, log: Logger): Promise<OpenConnection> {
  if (settings.DATABASE_URL === '' && (await lacksCluster(settings.DATA_DIR))) {
    throw new StartError(
      `There is no database in ${settings.DATA_DIR} yet: "praca migrate" or a start makes it.`,
    );
  }
  return joinConnection(settings, log);
}

/** Checks that the database is reachable and that no pooler shares its sessions. */
export async function checkReachable(connection: Connection, setting: string): Promise<void> {
  const sql = openDatabase({
    connection,
    poolSize: 2,
    applicationName: 'praca start',
    connectTimeoutMs: patientConnectMs,
  });
  const where = `${describeConnection(connection)} (${setting})`;
  try {
    await reachDatabase(sql, where);
    await refuseSharedSessions(sql, where, setting);
  } finally {
    await sql.end();
  }
}
