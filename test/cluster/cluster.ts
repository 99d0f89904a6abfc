import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './parts/database.ts';
import { startDatabaseCluster, type DatabaseCluster } from './parts/database-cluster.ts';
import { startEtcd, type Etcd } from './parts/etcd.ts';
import { followPrimary, startProxy, type Proxy } from './parts/haproxy.ts';
import { startMailServer, type MailServer } from './parts/mail-server.ts';
import { startNats, type Nats } from './parts/nats.ts';
import type { ClusterPrograms } from './parts/programs.ts';
import { startSite, type Site } from './site.ts';

/** Simulates several machines on one host, each as a few processes on loopback. */
export interface Cluster {
  readonly folder: string;
  readonly programs: ClusterPrograms;
  readonly etcd: Etcd;
  readonly nats: Nats;
  readonly mail: MailServer;
  readonly database: DatabaseCluster;
  readonly databaseProxy: Proxy;
  /** The machines with Praça that most rows use. */
  readonly site: Site;
  /** The revision from which the upgrade rows start, if one was given. */
  readonly before: string | undefined;
  /** With `keepLogs`, the logs of all programs are kept for analysis. */
  stop(options?: { readonly keepLogs: boolean }): Promise<void>;
}

export interface ClusterOptions {
  readonly programs: ClusterPrograms;
  readonly say: (line: string) => void;
  /** Patroni's setting: seconds of silence after which a primary loses its lease. */
  readonly ttl?: number;
  readonly databaseNodes?: number;
  readonly settings?: Record<string, string>;
  readonly before?: string | undefined;
}

const standardTtl = 20;

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { programs, say } = options;
  const folder = mkdtempSync(join(tmpdir(), 'praca-cluster-'));
  // PostgreSQL's own account needs to pass through the folder.
  chmodSync(folder, 0o711);
  say(`building it in ${folder}`);
  const stops: (() => Promise<void>)[] = [];
  const stop = async ({ keepLogs } = { keepLogs: false }): Promise<void> => {
    for (const part of stops.toReversed()) await part();
    if (keepLogs) say(`the logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const etcd = await startEtcd(programs, folder);
    stops.push(() => etcd.kill());
    const nats = await startNats(programs.nats, folder);
    stops.push(() => nats.kill());
    const mail = await startMailServer();
    stops.push(() => mail.close());
    say('etcd and NATS run');
    const database = await startDatabaseCluster({
      folder,
      programs,
      etcd,
      ttl: options.ttl ?? standardTtl,
      ...(options.databaseNodes === undefined ? {} : { nodes: options.databaseNodes }),
    });
    stops.push(() => database.stop());
    say(`${database.nodes.length} PostgreSQL replicate`);
    const databaseProxy = await startProxy(
      programs.haproxy,
      folder,
      'database-proxy',
      followPrimary(database.nodes),
    );
    stops.push(() => databaseProxy.stop());
    await createDatabase(database, 'praca');
    const parts = { folder, programs, etcd, nats, mail, database, databaseProxy };
    const site = await startSite(parts, { database: 'praca', settings: options.settings ?? {} });
    stops.push(() => site.stop());
    say('two machines with Praça serve');
    return { ...parts, site, before: options.before, stop };
  } catch (error) {
    await stop({ keepLogs: true });
    throw error;
  }
}
