import { servedBy, version, type Settings } from './app.ts';
import { buildConsoleTable, consoleRoutes } from './platform/console/console.routes.ts';
import type { ConsoleTable } from './platform/console/frame/console-table.ts';
import { openOrganisations } from './platform/console/organisations.ts';
import { docsRoutes } from './platform/front-door/docs.routes.ts';
import { healthRoutes, type ServingState } from './platform/http/health.routes.ts';
import { homeRoutes } from './platform/front-door/home.routes.ts';
import { addProblemPages } from './platform/front-door/problem.page.ts';
import { addOpenApi } from './platform/http/openapi/openapi.ts';
import { createServer, type App } from './platform/http/server.ts';
import { measureJobs } from './platform/jobs/jobs.ts';
import type { JobQueue } from './platform/jobs/run-queues.ts';
import { mailboxRoutes } from './platform/mail/mailbox.routes.ts';
import { designSheet } from './platform/pages/design-sheet.ts';
import { webFileRoutes } from './platform/pages/web-file.routes.ts';
import type { Platform, PlatformDatabase } from './platform/platform.ts';
import { openDatabase } from './platform/postgres/client/database.ts';
import { measureReplicas } from './platform/postgres/replicas/measure-replicas.ts';
import { measureDatabases } from './platform/postgres/measure-database.ts';
import { platformProblems } from './platform/problem.ts';
import type { MountableService, Service } from './platform/service.ts';
import { listQueues } from './platform/upkeep/list-queues.ts';

export interface Assembly {
  readonly app: App;
  /** Pages and actions of the console, of all services. */
  readonly consoleTable: ConsoleTable;
  /** One queue for each database. */
  readonly queues: readonly JobQueue[];
  /** Starts the background work. Call it once the process listens. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface AssembleOptions {
  state: () => ServingState;
  /** Returns the metrics of all processes on the port, if there are several. */
  metrics?: () => Promise<string>;
}

/** Assembles the process: mounts the routes and registers the jobs. */
export async function assemble(platform: Platform<Settings>, options: AssembleOptions): Promise<Assembly> {
  const served = servedBy(platform.settings);
  const opened = await Promise.all(
    served.map(async (definition) => ({
      definition,
      service: await definition.open(platform.forService(definition.name), platform.settings),
    })),
  );
  const { app, consoleTable } = await createApp(platform, options, opened);
  const { metrics, databases } = platform;
  measureJobs(metrics, databases);
  measureDatabases(metrics, databases, platform.settings.DATABASE_POOL);
  const replicas = databases.flatMap((database) => database.replicas ?? []);
  if (replicas.length > 0) measureReplicas(metrics, replicas);
  return {
    app,
    consoleTable,
    queues: listQueues(platform, opened),
    async start() {
      for (const { service } of opened) await service.start?.();
    },
    async close() {
      await app.close();
      for (const { service } of opened) await service.close?.();
    },
  };
}

interface OpenedService {
  definition: MountableService<Settings>;
  service: Service;
}

async function createApp(
  platform: Platform,
  options: AssembleOptions,
  opened: readonly OpenedService[],
): Promise<Pick<Assembly, 'app' | 'consoleTable'>> {
  const { settings } = platform;
  const app = await createServer({
    log: platform.log,
    metrics: platform.metrics,
    tracer: platform.tracer,
    bodyLimitBytes: settings.BODY_LIMIT_BYTES,
    trustProxy: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS,
    rateLimit: settings.RATE_LIMIT,
    https: platform.publicUrl.startsWith('https:'),
    hasReplicas: platform.databases.some(({ replicas }) => replicas !== undefined),
  });
  const probes = platform.databases.map(openProbe);
  app.addHook('onClose', async () => {
    for (const { sql } of probes) await sql.end();
  });
  const readFigures = options.metrics ?? (() => platform.metrics.registry.metrics());
  healthRoutes(app, {
    databases: probes.map((probe) => ({
      ...probe,
      services: probe.services.filter((name) => settings.SERVICES.includes(name)),
    })),
    state: options.state,
    metrics: readFigures,
    metricsToken: settings.METRICS_TOKEN,
    metricsOpen: settings.METRICS_OPEN,
  });
  const mailbox = settings.SMTP_URL === '';
  app.decorate('isSandbox', settings.ENVIRONMENT === 'sandbox');
  addProblemPages(
    app,
    opened.map(({ definition }) => `/${definition.name}`),
  );
  webFileRoutes(app, [designSheet]);
  if (mailbox) mailboxRoutes(app, platform.sql);
  docsRoutes(
    app,
    opened.map(({ definition, service }) => ({
      name: definition.name,
      title: definition.title,
      url: `/${definition.name}/openapi.json`,
      tryOut: service.tryOut,
    })),
  );
  homeRoutes(app, {
    environment: settings.ENVIRONMENT,
    version,
    state: options.state,
    mailbox,
    problems: Object.fromEntries(
      [platformProblems, ...opened.map(({ definition }) => definition.problems)].flatMap((catalogue) =>
        Object.entries(catalogue),
      ),
    ),
    doors: opened.flatMap(({ service }) => service.door ?? []),
    sections: opened.map(({ definition, service }) => ({
      title: definition.title,
      lead: definition.lead,
      prefix: `/${definition.name}`,
      home: service.home,
    })),
  });
  const consoleTable = await mountConsole(app, platform, readFigures, opened);
  for (const { definition, service } of opened) await mount(app, platform, definition, service);
  return { app, consoleTable };
}

/** Opens a connection of its own for the probe: a process with a busy pool is not broken. */
const openProbe = ({ name, services, connection }: PlatformDatabase) => ({
  name,
  services,
  sql: openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca health',
    statementTimeoutMs: 2000,
    // An open session does not notice a database that was made read-only.
    longestLifeSeconds: 30,
  }),
});

async function mountConsole(
  app: App,
  platform: Platform,
  readFigures: () => Promise<string>,
  opened: readonly OpenedService[],
): Promise<ConsoleTable> {
  const parts = opened.flatMap(({ service }) => service.console ?? []);
  const organisations = openOrganisations(parts.flatMap((part) => part.organisations ?? []));
  const context = { ...platform, organisations, readFigures };
  const table = buildConsoleTable(context, parts);
  await consoleRoutes(app, context, table);
  return table;
}

async function mount(
  app: App,
  platform: Platform,
  definition: MountableService<Settings>,
  service: Service,
): Promise<void> {
  const prefix = `/${definition.name}`;
  await app.register(
    async (scope) => {
      await addOpenApi(scope, {
        title: definition.title,
        reference: definition.reference,
        version,
        publicUrl: platform.publicUrl,
        prefix,
      });
      await service.routes(scope);
    },
    { prefix },
  );
  if (platform.settings.ROOT_SERVICE === definition.name) {
    await app.register(async (scope: App) => service.routes(scope));
  }
  await service.rootRoutes?.(app);
}
