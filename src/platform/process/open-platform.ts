import { availableParallelism } from 'node:os';
import { MovableClock, systemClock } from '../clock.ts';
import { createHasher } from '../hashing/hasher.ts';
import type { Platform, PlatformSettings } from '../platform.ts';
import { followClock } from '../shared-clock.ts';
import { parseDatabaseUrl, patientConnectMs, type Connection } from '../postgres/client/connection.ts';
import { openDatabase } from '../postgres/client/database.ts';
import { openReplicas, type Replicas } from '../postgres/replicas/open-replicas.ts';
import { openLeaderElection } from '../postgres/leader-election.ts';
import { persist } from './persist.ts';
import { openNatsSignals } from '../signals/nats-signals.ts';
import { openPostgresSignals } from '../signals/postgres-signals.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createSealer } from '../tokens/sealer.ts';

export interface OpenPlatform<S extends PlatformSettings = PlatformSettings> extends Platform<S> {
  close(): Promise<void>;
}

/** On a database that is migrated and stamped. */
export async function openPlatform<S extends PlatformSettings>(
  settings: S,
  connection: Connection,
  log: Logger,
): Promise<OpenPlatform<S>> {
  const sealer = createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
  const hasher = await createHasher({
    memoryKib: settings.PASSWORD_MEMORY_KIB,
    passes: settings.PASSWORD_PASSES,
    weakAllowed: settings.WEAK_HASHES,
    queue: settings.PASSWORD_QUEUE,
    threads: Math.ceil(availableParallelism() / settings.WORKERS),
  });
  const replicas = openReplicasOf(settings, connection, log);
  const sql = openDatabase({
    connection,
    replicas,
    poolSize: settings.DATABASE_POOL,
    applicationName: 'praca',
    connectTimeoutMs: patientConnectMs,
    queue: { longestWaitMs: settings.DATABASE_WAIT_MS },
    log,
  });
  const signals = await persist('the connection for signals', log, () =>
    settings.NATS_URL.length === 0
      ? openPostgresSignals(connection, log)
      : openNatsSignals(settings.NATS_URL, settings.NATS_SUBJECT, connection, log),
  );
  const movableClock = settings.MOVABLE_CLOCK ? new MovableClock() : undefined;
  if (movableClock) await followClock(sql, movableClock, signals, log);
  const metrics = createMetrics();
  const leaderElection = openLeaderElection(connection, log);
  return {
    settings,
    connection,
    sql,
    replicas,
    clock: movableClock ?? systemClock,
    movableClock,
    signals,
    leaderElection,
    sealer,
    hasher,
    issuers: new Map(),
    metrics,
    log,
    publicUrl: publicUrlOf(settings),
    async close() {
      await leaderElection.close();
      await signals.close();
      await replicas?.close();
      await sql.end();
    },
  };
}

function openReplicasOf(settings: PlatformSettings, primary: Connection, log: Logger): Replicas | undefined {
  if (settings.DATABASE_REPLICA_URL.length === 0) return undefined;
  return openReplicas({
    primary,
    replicas: settings.DATABASE_REPLICA_URL.map(parseDatabaseUrl),
    poolSize: settings.DATABASE_POOL,
    mostLagMs: settings.DATABASE_REPLICA_LAG_MS,
    log,
  });
}

export function publicUrlOf(settings: PlatformSettings): string {
  if (settings.PUBLIC_URL !== '') return settings.PUBLIC_URL.replace(/\/+$/, '');
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
  return `http://${host}:${settings.PORT}`;
}
