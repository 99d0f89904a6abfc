import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterProcessesOf, nameOfCluster } from './cluster-processes.ts';
import type { ClusterProcesses } from './cluster-processes.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { chooseAccount, planCommands } from './embedded-account.ts';
import type { Command } from './embedded-account.ts';
import { ensureDatabase, initialiseCluster, NAME } from './embedded-cluster.ts';
import {
  findPrograms,
  layoutOf,
  PORT,
  prepareBase,
  prepareSocketDirectory,
  refuseOtherVersions,
  rotateLog,
  makeDirectory,
} from './embedded-directories.ts';
import type { Layout } from './embedded-directories.ts';
import { explainingFileErrors } from './embedded-failure.ts';
import { startPostmaster, stopPostmaster } from './embedded-process.ts';
import type { Log, Postmaster } from './embedded-process.ts';
import { readPostmasterFile } from './postmaster-file.ts';

export interface EmbeddedPostgres {
  /** Connection options for a driver. The host is the directory of the Unix socket. */
  readonly connection: { host: string; port: number; user: string; database: string };
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Additional server settings, such as `fsync=off` for tests. */
  readonly settings?: Record<string, string>;
  /**
   * Platform that selects how to lock the directory and how to find processes. Tests run the macOS variant on Linux.
   */
  readonly platform?: NodeJS.Platform;
}

/** Starts PostgreSQL on the directory, makes this process its only owner, and restarts PostgreSQL if it ends. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = layoutOf(options.dataDir);
  const platform = options.platform ?? process.platform;
  const processes = clusterProcessesOf(platform);
  return explainingFileErrors(layout.dataDir, async () => {
    // 0711: the account of PostgreSQL must be able to pass this directory, but not to list it.
    await makeDirectory(layout.dataDir, 0o711);
    const lock = await lockDataDirectory(layout.dataDir, platform);
    try {
      const { command, host } = await prepare(layout, options);
      const onStopped = () => lock.release();
      return await supervise({ layout, log: options.log, command, host, processes, onStopped });
    } catch (error) {
      await lock.release();
      throw error;
    }
  });
}

/** Finds the PostgreSQL that accepts connections on the directory, for commands that run beside the server. */
export async function findRunningEmbeddedPostgres(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): Promise<EmbeddedPostgres['connection'] | undefined> {
  const { cluster, dataDir: directory } = layoutOf(dataDir);
  return explainingFileErrors(directory, async () => {
    const state = readPostmasterFile(cluster);
    if (state === undefined || !state.ready) return undefined;
    if (!clusterProcessesOf(platform).runsOn(state.pid, cluster)) return undefined;
    return { host: state.socketDirectory, port: state.port, user: NAME, database: NAME };
  });
}

async function prepare(
  layout: Layout,
  options: EmbeddedPostgresOptions,
): Promise<{ command: Command; host: string }> {
  const programs = findPrograms();
  const account = await chooseAccount(layout.cluster);
  await prepareBase(layout, account);
  const host = await prepareSocketDirectory(layout, account);
  await refuseOtherVersions(layout);
  const native = dirname(dirname(programs.postgres));
  const reached = {
    directories: [layout.base, dirname(host), join(native, 'lib'), join(native, 'share', 'postgresql')],
    programs: Object.values(programs),
  };
  const command = planCommands(account, reached);
  const durable = options.settings?.['fsync'] !== 'off';
  const isNew = await initialiseCluster(layout, programs, command, { durable });
  if (isNew) options.log({ level: 'info', message: `PostgreSQL was initialised in ${layout.cluster}.` });
  await rotateLog(layout);
  return { command: command(programs.postgres, serverArguments(layout, host, options.settings)), host };
}

function serverArguments(layout: Layout, host: string, extra: Record<string, string> = {}): string[] {
  const settings: Record<string, string> = {
    // PostgreSQL listens on the Unix socket only, which the permissions of its directory protect.
    listen_addresses: '',
    unix_socket_directories: `"${host}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    cluster_name: nameOfCluster(layout.cluster),
    max_connections: '200',
    shared_buffers: '128MB',
    // JIT compilation costs more than it saves on statements that take a millisecond.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // The application reports failed statements. In this log they would fill the disk and contain personal data.
    log_min_messages: 'log',
    ...extra,
  };
  return [
    '-D',
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

interface Supervision {
  readonly layout: Layout;
  readonly log: Log;
  readonly command: Command;
  readonly host: string;
  readonly processes: ClusterProcesses;
  readonly onStopped: () => Promise<void>;
}

async function supervise({
  layout,
  log,
  command,
  host,
  processes,
  onStopped,
}: Supervision): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  let current = await launch();
  // PostgreSQL must not keep running if the process exits without stop().
  const onExit = () => current.child.kill('SIGINT');
  process.once('exit', onExit);
  const watching = watch();
  let stopped: Promise<void> | undefined;

  async function launch(): Promise<Postmaster> {
    const postmaster = await startPostmaster(command, layout, host, processes, log, stopping.signal);
    try {
      await ensureDatabase(layout, host);
      return postmaster;
    } catch (error) {
      await stopPostmaster(postmaster);
      throw error;
    }
  }

  async function watch(): Promise<void> {
    for (let failures = 0; ;) {
      const since = Date.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      failures = Date.now() - since > 60_000 ? 0 : failures;
      log({ level: 'error', message: `PostgreSQL ended unexpectedly (${how}); starting it again.` });
      for (let running = false; !running; failures += 1) {
        await sleep(backOffMs(failures), undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        try {
          current = await launch();
          if (stopping.signal.aborted) return await stopPostmaster(current);
          running = true;
          log({ level: 'info', message: 'PostgreSQL is running again.' });
        } catch (error) {
          if (!stopping.signal.aborted)
            log({ level: 'error', message: String(error instanceof Error ? error.message : error) });
        }
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await stopPostmaster(current);
    // A restart in progress may have replaced the process.
    await watching;
    await onStopped();
    process.removeListener('exit', onExit);
  }

  return {
    connection: { host, port: PORT, user: NAME, database: NAME },
    pid: () =>
      current.child.exitCode === null && current.child.signalCode === null ? current.child.pid : undefined,
    stop: () => (stopped ??= stop()),
  };
}

function backOffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(100 * 2 ** (failures - 1), 10_000);
}
