import type { PlatformDatabase, PlatformSettings } from '../platform.ts';
import { patientConnectMs } from '../postgres/client/connection.ts';
import { openDatabase } from '../postgres/client/database.ts';
import { openLeaderElection } from '../postgres/leader-election.ts';
import { openReplicas, type Replicas } from '../postgres/replicas/open-replicas.ts';
import type { NatsLink } from '../signals/nats-link.ts';
import { openNatsSignals } from '../signals/nats-signals.ts';
import { openPostgresSignals } from '../signals/postgres-signals.ts';
import type { Logger } from '../telemetry/logger.ts';
import { persist } from './persist.ts';
import type { DatabasePlace } from './place-databases.ts';

export interface OpenDatabase extends PlatformDatabase {
  close(): Promise<void>;
}

/** Opens the pool, replicas, signals and other parts that a process has for one database. */
export async function openPlatformDatabase(
  settings: PlatformSettings,
  place: DatabasePlace,
  link: NatsLink | undefined,
  log: Logger,
): Promise<OpenDatabase> {
  const { name, services, connection } = place;
  const replicas = openReplicasOf(settings, place, log);
  const sql = openDatabase({
    connection,
    replicas,
    poolSize: settings.DATABASE_POOL,
    applicationName: 'praca',
    statementTimeoutMs: settings.DATABASE_STATEMENT_MS,
    connectTimeoutMs: patientConnectMs,
    queue: { longestWaitMs: settings.DATABASE_WAIT_MS },
    log,
  });
  const signals = await persist('the connection for signals', log, () =>
    link ? openNatsSignals(link, connection, log) : openPostgresSignals(connection, log),
  );
  const leaderElection = openLeaderElection(connection, log);
  return {
    name,
    services,
    connection,
    sql,
    replicas,
    signals,
    leaderElection,
    async close() {
      await leaderElection.close();
      await signals.close();
      await replicas?.close();
      await sql.end();
    },
  };
}

function openReplicasOf(
  settings: PlatformSettings,
  { connection, replicas }: DatabasePlace,
  log: Logger,
): Replicas | undefined {
  if (replicas.length === 0) return undefined;
  return openReplicas({
    primary: connection,
    replicas,
    poolSize: settings.DATABASE_POOL,
    mostLagMs: settings.DATABASE_REPLICA_LAG_MS,
    log,
  });
}
