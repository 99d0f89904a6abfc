import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { childrenOf, isAlive, until } from '../../support/process.ts';
import type { ClusterPrograms } from './programs.ts';
import { findPostgresAccount, killAtExit, start, type Started } from './started.ts';

export interface PatroniOptions {
  readonly name: string;
  readonly folder: string;
  readonly patroni: string;
  readonly postgres: string;
  readonly etcdPort: number;
  readonly etcdProtocol: ClusterPrograms['etcdProtocol'];
  readonly port: number;
  readonly restPort: number;
  readonly password: string;
  /** Seconds of silence after which another node replaces the primary. */
  readonly ttl: number;
}

/** A machine with PostgreSQL and the Patroni that decides its role. */
export interface DatabaseNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  start(): Promise<void>;
  /** Simulates a power loss: kills Patroni and every process of PostgreSQL. */
  kill(): Promise<void>;
  /** Stops all processes of the machine. It answers no request, and its connections stay open. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
  isPrimary(): Promise<boolean>;
  /** Returns the state that Patroni reports, or undefined without an answer. */
  role(): Promise<NodeState | undefined>;
}

export interface NodeState {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

export function createDatabaseNode(options: PatroniOptions): DatabaseNode {
  const { name, folder, port, restPort } = options;
  const account = findPostgresAccount();
  const home = `${folder}/${name}`;
  const dataDir = `${home}/data`;
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(`${home}/patroni.json`, JSON.stringify(configure(options, home)));
  if (account) for (const path of [home, `${home}/patroni.json`]) chownSync(path, account.uid, account.gid);

  let running: Started | undefined;
  let forget = (): void => {};
  const postmaster = (): number | undefined => {
    try {
      const pid = Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0]);
      return isAlive(pid) ? pid : undefined;
    } catch {
      return undefined;
    }
  };
  /** Lists the postmaster before its children, so that it is signalled before them and starts no further process. */
  const processes = (): number[] => {
    const first = postmaster();
    const patroni = running?.isRunning() ? [running.pid] : [];
    return first === undefined ? patroni : [...patroni, first, ...childrenOf(first)];
  };
  const signalAll = (signal: NodeJS.Signals): number[] => {
    const [first, second, ...rest] = processes();
    const sent: number[] = [];
    for (const pid of [first, second, ...rest]) {
      if (pid === undefined) continue;
      try {
        process.kill(pid, signal);
        sent.push(pid);
      } catch {
        // The process has already ended.
      }
    }
    return sent;
  };
  const ask = async (path: string, timeoutMs = 1000): Promise<Response | undefined> =>
    fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
      () => undefined,
    );

  return {
    name,
    port,
    restPort,
    async start() {
      running = start({
        name,
        folder,
        cwd: home,
        command: [options.patroni, `${home}/patroni.json`],
        account,
      });
      forget = killAtExit(() => void signalAll('SIGKILL'));
    },
    async kill() {
      const killed = signalAll('SIGKILL');
      await until(() => !killed.some(isAlive), `the end of ${name}`);
    },
    freeze: () => void signalAll('SIGSTOP'),
    thaw: () => void signalAll('SIGCONT'),
    async stop() {
      await running?.stop();
      await until(() => postmaster() === undefined, `the end of ${name}`).catch(() => signalAll('SIGKILL'));
      forget();
    },
    async isPrimary() {
      return (await ask('/primary'))?.status === 200;
    },
    async role() {
      const answer = await ask('/patroni');
      return answer && ((await answer.json().catch(() => undefined)) as NodeState | undefined);
    },
  };
}

/** Returns Patroni's configuration as JSON, which is valid YAML. */
function configure(options: PatroniOptions, home: string): object {
  const { name, port, restPort, password } = options;
  const address = `127.0.0.1:${restPort}`;
  return {
    scope: 'praca',
    name,
    restapi: { listen: address, connect_address: address },
    [options.etcdProtocol]: { host: `127.0.0.1:${options.etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: options.ttl,
        loop_wait: 1,
        retry_timeout: 3,
        // Every acknowledged write is on at least two machines.
        synchronous_mode: true,
        // Without etcd the primary continues as long as it reaches all other nodes.
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            wal_log_hints: 'on',
            wal_keep_size: '256MB',
            max_connections: 200,
            shared_buffers: '128MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: `${home}/data`,
      bin_dir: options.postgres,
      pgpass: `${home}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: home },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'local all all scram-sha-256',
      ],
    },
  };
}
