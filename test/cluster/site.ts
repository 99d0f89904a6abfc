import type { ServiceName } from '../../src/platform/platform.settings.ts';
import type { DatabaseCluster } from './parts/database-cluster.ts';
import { balance, startProxy, type Proxy } from './parts/haproxy.ts';
import { createMachine, type Machine } from './parts/machine.ts';
import type { MailServer } from './parts/mail-server.ts';
import type { Nats } from './parts/nats.ts';
import type { ClusterPrograms } from './parts/programs.ts';

/** Two machines with Praça behind a proxy, on one database or one per service. */
export interface Site {
  readonly url: string;
  /** Returns the name of the database with the service's tables. */
  databaseOf(service: ServiceName): string;
  readonly machines: readonly [Machine, Machine];
  readonly proxy: Proxy;
  /** Environment for commands that run beside the machines. */
  environment(): Record<string, string>;
  stop(): Promise<void>;
}

interface Parts {
  readonly folder: string;
  readonly programs: ClusterPrograms;
  readonly nats: Nats;
  readonly mail: MailServer;
  readonly database: DatabaseCluster;
  readonly databaseProxy: Proxy;
}

export interface SiteOptions {
  readonly database: string;
  readonly settings: Record<string, string>;
  /** Services with their own database. */
  readonly apart?: readonly ServiceName[];
  readonly checkout?: string;
}

export async function startSite(parts: Parts, options: SiteOptions): Promise<Site> {
  const { folder } = parts;
  const { apart = [] } = options;
  const urlOf = (database: string): string =>
    `postgres://praca:${parts.database.password}@127.0.0.1:${parts.databaseProxy.port}/${database}`;
  const databaseOf = (service: ServiceName): string =>
    apart.includes(service) ? `${options.database}_${service}` : options.database;
  let publicUrl = '';
  const environment = (): Record<string, string> => ({
    DATABASE_URL: urlOf(options.database),
    ...Object.fromEntries(
      apart.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, urlOf(databaseOf(service))]),
    ),
    PUBLIC_URL: publicUrl,
    NATS_URL: parts.nats.url,
    NATS_SUBJECT: options.database,
    SMTP_URL: parts.mail.url,
    TRUST_PROXY: '127.0.0.1',
    SIMULATED_BLOCK_SECONDS: '2',
    // The load signs in and writes more often than people do.
    MESSAGES_PER_MINUTE: '0',
    FREE_FAILURES: '100000',
    // Longer than two checks of the proxy, even on a slow machine.
    SHUTDOWN_DELAY_MS: '10000',
    LOG_LEVEL: 'warn',
    ...options.settings,
  });
  const machines = [
    await createMachine(`${options.database}-a`, folder, environment),
    await createMachine(`${options.database}-b`, folder, environment),
  ] as const;
  const proxy = await startProxy(
    parts.programs.haproxy,
    folder,
    `${options.database}-proxy`,
    balance(machines),
  );
  publicUrl = `http://127.0.0.1:${proxy.port}`;
  // Sequential, because the first machine migrates.
  for (const machine of machines) await machine.start(options.checkout);
  return {
    url: publicUrl,
    databaseOf,
    machines,
    proxy,
    environment,
    async stop() {
      await Promise.all(machines.map((machine) => machine.kill()));
      await proxy.stop();
    },
  };
}
