import { availableParallelism } from 'node:os';
import { MovableClock, systemClock } from '../clock.ts';
import { createHasher } from '../hashing/hasher.ts';
import type { Platform, PlatformDatabase, PlatformSettings } from '../platform.ts';
import type { Connection } from '../postgres/client/connection.ts';
import { followClock } from '../shared-clock.ts';
import { openNatsLink } from '../signals/nats-link.ts';
import type { Logger } from '../telemetry/logger.ts';
import { readHeaders } from '../telemetry/traces/read-headers.ts';
import type { Tracer } from '../telemetry/traces/trace.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createSealer } from '../tokens/sealer.ts';
import { openPlatformDatabase, type OpenDatabase } from './open-platform-database.ts';
import { placeDatabases, placesOf } from './place-databases.ts';

export interface OpenPlatform<S extends PlatformSettings = PlatformSettings> extends Platform<S> {
  close(): Promise<void>;
}

/** Opens the home database and those of the given services. They must be migrated and stamped. */
export async function openPlatform<S extends PlatformSettings>(
  settings: S,
  homeConnection: Connection,
  log: Logger,
  services: readonly string[] = settings.SERVICES,
): Promise<OpenPlatform<S>> {
  const sealer = createSealer(settings.SECRET_KEY, settings.SECRET_KEY_PREVIOUS);
  const hasher = await createHasher({
    memoryKib: settings.PASSWORD_MEMORY_KIB,
    passes: settings.PASSWORD_PASSES,
    weakAllowed: settings.WEAK_HASHES,
    queue: settings.PASSWORD_QUEUE,
    threads: Math.ceil(availableParallelism() / settings.WORKERS),
  });
  const { home, databases, close } = await openDatabases(settings, homeConnection, log, services);
  const movableClock = settings.MOVABLE_CLOCK ? new MovableClock() : undefined;
  if (movableClock) await followClock({ home, databases }, movableClock, log);
  const shared = {
    settings,
    home,
    databases,
    clock: movableClock ?? systemClock,
    movableClock,
    sealer,
    hasher,
    issuers: new Map(),
    metrics: createMetrics(settings.METRICS_WAIT_MS),
    log,
    tracer: await openTracer(settings, log),
    publicUrl: publicUrlOf(settings),
  };
  const onDatabase = ({
    connection,
    sql,
    replicas,
    signals,
    leaderElection,
  }: PlatformDatabase): Platform<S> => ({
    ...shared,
    connection,
    sql,
    replicas,
    signals,
    leaderElection,
    forService: (name) => onDatabase(databases.find((database) => database.services.includes(name)) ?? home),
  });
  return {
    ...onDatabase(home),
    async close() {
      await close();
      await shared.tracer?.close();
    },
  };
}

async function openTracer(settings: PlatformSettings, log: Logger): Promise<Tracer | undefined> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined;
  const { openOtlpTracer } = await import('../telemetry/traces/otlp-tracer.ts');
  return openOtlpTracer(
    {
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: readHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS),
      serviceName: settings.OTEL_SERVICE_NAME,
      ratio: Number(settings.OTEL_TRACES_SAMPLER_ARG),
    },
    log,
  );
}

async function openDatabases(
  settings: PlatformSettings,
  homeConnection: Connection,
  log: Logger,
  services: readonly string[],
): Promise<{ home: PlatformDatabase; databases: readonly PlatformDatabase[]; close: () => Promise<void> }> {
  const [homePlace, ...others] = placesOf(placeDatabases(settings, homeConnection), services);
  if (!homePlace) throw new TypeError('there is no database');
  const link =
    settings.NATS_URL.length === 0
      ? undefined
      : await openNatsLink(settings.NATS_URL, settings.NATS_SUBJECT, log);
  const home = await openPlatformDatabase(settings, homePlace, link, log);
  const databases: OpenDatabase[] = [home];
  const close = async (): Promise<void> => {
    for (const database of databases.toReversed()) await database.close();
    await link?.close();
  };
  try {
    for (const place of others) databases.push(await openPlatformDatabase(settings, place, link, log));
  } catch (error) {
    await close();
    throw error;
  }
  return { home, databases, close };
}

export function publicUrlOf(settings: PlatformSettings): string {
  if (settings.PUBLIC_URL !== '') return settings.PUBLIC_URL.replace(/\/+$/, '');
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST;
  return `http://${host}:${settings.PORT}`;
}
