import { allSettings, type Settings } from '../../src/app.ts';
import { prepareDatabases } from '../../src/main.ts';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import { placeDatabases } from '../../src/platform/process/place-databases.ts';
import { serviceNames, type ServiceName } from '../../src/platform/platform.settings.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface ServiceDatabases {
  readonly home: TestDatabase;
  readonly of: Readonly<Record<ServiceName, TestDatabase>>;
  /** Connection settings. Each database has its own proxy. */
  readonly settings: Record<string, string>;
  /** Makes that database unreachable from now on. */
  cut(service: ServiceName): void;
  drop(): Promise<void>;
}

/** Creates four empty databases: home, and one per service. */
export async function createServiceDatabases(): Promise<ServiceDatabases> {
  const home = await createTestDatabase({ migrated: false });
  const made = await Promise.all(
    serviceNames.map(async (name) => {
      const database = await createTestDatabase({ migrated: false });
      return { name, database, cable: await openTcpProxy(database.connection) };
    }),
  );
  const cables = new Map<ServiceName, TcpProxy>(made.map(({ name, cable }) => [name, cable]));
  return {
    home,
    of: Object.fromEntries(made.map(({ name, database }) => [name, database])) as ServiceDatabases['of'],
    settings: Object.fromEntries(
      made.map(({ name, database, cable }) => [
        `${name.toUpperCase()}_DATABASE_URL`,
        formatDatabaseUrl({ ...database.connection, host: '127.0.0.1', port: cable.port }),
      ]),
    ),
    cut: (service) => cables.get(service)?.close(),
    async drop() {
      for (const { cable } of made) cable.close();
      await Promise.all([home, ...made.map(({ database }) => database)].map((each) => each.drop()));
    },
  };
}

/** Prepares the databases as a start does. */
export async function prepare(home: TestDatabase, environment: Record<string, string>): Promise<Settings> {
  const settings = readSettings(allSettings, { environment });
  const log = createLogger({ level: 'silent', pretty: false });
  await prepareDatabases(placeDatabases(settings, home.connection), settings, log);
  return settings;
}
