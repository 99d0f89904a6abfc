import { setTimeout as sleep } from 'node:timers/promises';
import { allSettings, bannerLines, findRefusals, migrateDatabase, type Settings } from './app.ts';
import type { Assembly } from './assemble.ts';
import type { ServingState } from './platform/http/health.routes.ts';
import { startQueues } from './platform/jobs/run-queues.ts';
import type { Platform, PlatformSettings } from './platform/platform.ts';
import {
  formatDatabaseUrl,
  parseDatabaseUrl,
  type Connection,
} from './platform/postgres/client/connection.ts';
import { stampEnvironment } from './platform/postgres/migrate.ts';
import { atStart } from './platform/process/at-start.ts';
import { printBanner } from './platform/process/banner.ts';
import { explainListen } from './platform/process/explain-listen.ts';
import { checkReachable, openConnection } from './platform/process/open-connection.ts';
import { openPlatform, publicUrlOf } from './platform/process/open-platform.ts';
import { persist } from './platform/process/persist.ts';
import { placeDatabases, placesOf, type DatabasePlace } from './platform/process/place-databases.ts';
import { refuseForeignDatabase } from './platform/process/refuse-foreign-database.ts';
import { confirmPlaces, notePlaces } from './platform/process/service-places.ts';
import { showProgress } from './platform/process/start-progress.ts';
import { waitForStop } from './platform/process/stop-signals.ts';
import { shareFigures, reportFigures } from './platform/process/worker-figures.ts';
import { isWorker, startWorkers } from './platform/process/workers.ts';
import { readSettings } from './platform/settings.ts';
import { StartError } from './platform/start-error.ts';
import { createLogger, type Logger } from './platform/telemetry/logger.ts';

/** Runs the process: settings → database → services → jobs → listen → clean stop. */
export async function start(flags: Record<string, string>): Promise<void> {
  const stopped = waitForStop();
  const settings = readSettings(allSettings, { environment: process.env, flags });
  const log = createLogger({ level: settings.LOG_LEVEL, pretty: process.stdout.isTTY });
  const refusals = findRefusals(settings);
  if (refusals.length > 0) throw new StartError(refusals.join('\n'));
  void stopped.then(() => endByForce(settings.SHUTDOWN_DELAY_MS + settings.SHUTDOWN_TIMEOUT_MS + 5000));
  try {
    if (isWorker()) {
      const server = await serve(settings, parseDatabaseUrl(settings.DATABASE_URL), log);
      log.info({ reason: await stopped }, 'stopping');
      await server.stop();
    } else {
      await supervise(settings, log, stopped);
    }
  } finally {
    await new Promise<void>((done) => log.flush(() => done()));
  }
  // A library may still keep the process alive.
  process.exit(0);
}

async function supervise(settings: Settings, log: Logger, stopped: Promise<string>): Promise<void> {
  const startedMs = performance.now();
  const progress = showProgress((line) => process.stderr.write(`${line}\n`));
  progress.step(settings.DATABASE_URL === '' ? 'starting PostgreSQL' : 'connecting to the database');
  const database = await openConnection(settings, log);
  try {
    progress.step('bringing the database up to date');
    const places = placesOf(placeDatabases(settings, database.connection), settings.SERVICES);
    for (const { connection, setting } of places.slice(1)) await checkReachable(connection, setting);
    await prepareDatabases(places, settings, log);
    progress.step('starting the services');
    const server =
      settings.WORKERS === 1
        ? await serve(settings, database.connection, log)
        : await serveWithWorkers(settings, database.connection, log);
    progress.done();
    const publicUrl = publicUrlOf({ ...settings, PORT: server.port });
    const lines = await bannerLines(settings, publicUrl, places);
    printBanner(settings, publicUrl, lines, performance.now() - startedMs);
    log.info({ reason: await stopped }, 'stopping');
    await server.stop();
  } finally {
    progress.done();
    await database.close();
  }
}

/** Ends the process if a clean stop takes too long, also during the start. */
function endByForce(afterMs: number): void {
  setTimeout(() => process.exit(1), afterMs).unref();
}

/**
 * Checks and migrates the databases, for a start and for `praca migrate`. No other command changes a database's
 * version.
 */
export async function prepareDatabases(
  named: readonly DatabasePlace[],
  settings: PlatformSettings,
  log: Logger,
): Promise<void> {
  const places = await confirmPlaces(named, settings.SERVICES);
  for (const place of places) await refuseForeignDatabase(place, settings);
  for (const { connection, setting, services } of places) {
    await migrateDatabase(connection, log, services);
    await atStart(connection, (sql) => stampEnvironment(sql, settings.ENVIRONMENT, setting));
  }
  await notePlaces(places);
}

/** Time in milliseconds to get a new connection. After it a request fails as if the database were down. */
const requestConnectMs = 5000;

interface Server {
  port: number;
  stop(): Promise<void>;
}

async function serveWithWorkers(settings: Settings, connection: Connection, log: Logger): Promise<Server> {
  reportFigures(settings.METRICS_WAIT_MS, log);
  const workers = startWorkers(settings.WORKERS, { DATABASE_URL: formatDatabaseUrl(connection) }, log);
  const stop = (): Promise<void> =>
    workers.stop(settings.SHUTDOWN_DELAY_MS + settings.SHUTDOWN_TIMEOUT_MS + 2000);
  try {
    await workers.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { port: settings.PORT, stop };
}

/** Serves requests and runs jobs in this process. */
async function serve(settings: Settings, connection: Connection, log: Logger): Promise<Server> {
  // Loaded late: invalid settings fail faster, and the parent of workers never needs it.
  const { assemble } = await import('./assemble.ts');
  const platform = await openPlatform(settings, connection, log);
  let state: ServingState = 'starting';
  const assembly = await assemble(platform, {
    state: () => state,
    ...(isWorker() ? { metrics: shareFigures(platform.metrics.registry, settings.METRICS_WAIT_MS) } : {}),
  });
  const port = await listen(assembly.app, platform).catch(async (error: unknown) => {
    await assembly.close();
    await platform.close();
    throw error;
  });
  const jobs = await startQueues(
    assembly.queues,
    { clock: platform.movableClock, log, tracer: platform.tracer },
    (begin) => persist('the queue of jobs', log, begin),
  );
  await assembly.start();
  for (const { sql } of platform.databases) sql.limitConnecting(requestConnectMs);
  state = 'ready';
  return {
    port,
    async stop() {
      state = 'stopping';
      await sleep(settings.SHUTDOWN_DELAY_MS);
      const forced = setTimeout(() => {
        log.warn('not everything finished in time; stopping all the same');
        process.exit(0);
      }, settings.SHUTDOWN_TIMEOUT_MS);
      forced.unref();
      await assembly.close();
      await jobs.stop();
      await platform.close();
      clearTimeout(forced);
    },
  };
}

async function listen(app: Assembly['app'], platform: Platform): Promise<number> {
  const { HOST: host, PORT: port } = platform.settings;
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw explainListen(error, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
