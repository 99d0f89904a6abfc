import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openTestPool } from './database.ts';
import { migrateDatabase } from '../../src/app.ts';
import { formatDatabaseUrl, type Connection } from '../../src/platform/postgres/client/connection.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { clusterProcessesOf } from '../../src/platform/postgres/embedded/cluster-processes.ts';
import { chooseAccount, planCommands } from '../../src/platform/postgres/embedded/embedded-account.ts';
import {
  findPrograms,
  layoutOf,
  PORT,
  prepareBase,
  prepareSocketDirectory,
} from '../../src/platform/postgres/embedded/embedded-directories.ts';
import {
  signalIfThere,
  startPostmaster,
  stopPostmaster,
} from '../../src/platform/postgres/embedded/embedded-process.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/embedded.ts';

const run = promisify(execFile);

export interface Standby {
  readonly connection: Connection;
  readonly url: string;
  /** Pauses replay. The standby continues receiving. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves when the standby has replayed the primary's current position. */
  catchUp(): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ReplicatedServer {
  readonly connection: Connection;
  readonly sql: Sql;
  /** The data directory. */
  readonly cluster: string;
  addStandby(): Promise<Standby>;
  /** Copies the current data. The returned function recovers the copy to a point named by `pg_create_restore_point`. */
  backUp(): Promise<(point: string) => Promise<Connection>>;
  stopPrimary(): Promise<void>;
  close(): Promise<void>;
}

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '120', wal_keep_size: '512MB' };

/** Starts a separate PostgreSQL with all migrations. The one of the test run writes too little WAL for replicas. */
export async function openReplicatedServer(): Promise<ReplicatedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'praca-replicated-'));
  await chmod(directory, 0o711);
  const primary = await startEmbeddedPostgres({
    dataDir: join(directory, 'primary'),
    settings,
    log: () => {},
  });
  const { connection } = primary;
  await migrateDatabase(connection);
  const sql = openTestPool(connection, 2);
  const standbys: Standby[] = [];
  let copies = 0;
  let stopped = false;
  const stopPrimary = async (): Promise<void> => {
    if (!stopped) await primary.stop();
    stopped = true;
  };
  return {
    stopPrimary,
    async backUp() {
      const copy = join(directory, `copy-${copies++}`);
      await copyCluster(connection, join(directory, 'primary'), copy, 'recovery.signal');
      return async (point) => {
        const server = await openStandby(copy, connection, sql, {
          restore_command: `cp "${layoutOf(join(directory, 'primary')).cluster}/pg_wal/%f" "%p"`,
          recovery_target_name: point,
          recovery_target_action: 'promote',
        });
        standbys.push(server);
        const pool = openDatabase({
          connection: server.connection,
          poolSize: 1,
          applicationName: 'test',
          standby: true,
        });
        await waitFor(async () => {
          const rows = await pool`select where not pg_is_in_recovery()`;
          return rows.length > 0;
        });
        await pool.end();
        return server.connection;
      };
    },
    connection,
    sql,
    cluster: layoutOf(join(directory, 'primary')).cluster,
    async addStandby() {
      const copy = join(directory, `standby-${standbys.length}`);
      await copyCluster(connection, join(directory, 'primary'), copy);
      const standby = await openStandby(copy, connection, sql);
      standbys.push(standby);
      return standby;
    },
    async close() {
      await sql.end();
      for (const standby of standbys) await standby.stop();
      await stopPrimary();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Does the work of pg_basebackup, which the embedded PostgreSQL lacks. */
async function copyCluster(
  connection: Connection,
  from: string,
  to: string,
  signal = 'standby.signal',
): Promise<void> {
  const pool = openTestPool(connection);
  const session = await pool.reserve();
  try {
    await session`select pg_backup_start('standby', fast => true)`;
    const [source, target] = [layoutOf(from), layoutOf(to)];
    await prepareBase(target, await chooseAccount(source.cluster));
    // PostgreSQL removes some files during the copy, and the copy does not need them.
    await run('cp', ['-a', source.cluster, target.cluster]).catch(() => undefined);
    await rm(join(target.cluster, 'postmaster.pid'), { force: true });
    const [stopped] = await session<{ label: string }[]>`
      select labelfile as label from pg_backup_stop(wait_for_archive => false)`;
    const account = await chooseAccount(target.cluster);
    for (const [name, text] of [
      ['backup_label', stopped?.label ?? ''],
      [signal, ''],
    ] as const) {
      await writeFile(join(target.cluster, name), text);
      if (account) await chown(join(target.cluster, name), account.uid, account.gid);
    }
  } finally {
    session.release();
    await pool.end();
  }
}

async function openStandby(
  dataDir: string,
  primary: Connection,
  sql: Sql,
  recovery: Record<string, string> = {
    primary_conninfo: `host=${primary.host} port=${primary.port} user=${primary.user} dbname=${primary.database}`,
  },
): Promise<Standby> {
  const layout = layoutOf(dataDir);
  const programs = findPrograms();
  const account = await chooseAccount(layout.cluster);
  const host = await prepareSocketDirectory(layout, account);
  const native = dirname(dirname(programs.postgres));
  const command = planCommands(account, {
    directories: [layout.base, dirname(host), join(native, 'lib'), join(native, 'share', 'postgresql')],
    programs: Object.values(programs),
  });
  const given = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: `"${host}"`,
    port: String(PORT),
    ...recovery,
    // The standby reconnects quickly after an outage of the primary.
    wal_retrieve_retry_interval: '100ms',
    // Replay cancels conflicting readers at once.
    max_standby_streaming_delay: '0',
  };
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const never = new AbortController().signal;
  const start = () =>
    startPostmaster(
      command(programs.postgres, ['-D', layout.cluster, ...args]),
      layout,
      host,
      clusterProcessesOf(process.platform),
      () => {},
      never,
    );
  let running = await start();
  const connection = { ...primary, host, port: PORT };
  const ask = async (statement: (standby: Sql) => PromiseLike<unknown>): Promise<unknown> => {
    const standby = openDatabase({ connection, poolSize: 1, applicationName: 'test', standby: true });
    try {
      return await statement(standby);
    } finally {
      await standby.end();
    }
  };
  return {
    connection,
    url: formatDatabaseUrl(connection),
    async pause() {
      await ask((standby) => standby`select pg_wal_replay_pause()`);
      await waitFor(async () => {
        const rows = await ask(
          (standby) => standby`select from pg_get_wal_replay_pause_state() s where s = 'paused'`,
        );
        return (rows as unknown[]).length > 0;
      });
    },
    async resume() {
      await ask((standby) => standby`select pg_wal_replay_resume()`);
    },
    async catchUp() {
      const [now] = await sql<{ position: string }[]>`select pg_current_wal_insert_lsn()::text as position`;
      await waitFor(async () => {
        const rows = await ask(
          (standby) => standby`select 1 where pg_last_wal_replay_lsn() >= ${now?.position ?? ''}::pg_lsn`,
        );
        return (rows as unknown[]).length > 0;
      });
    },
    signal(name) {
      // Signals all processes, because a stopped postmaster alone would leave its sessions answering.
      for (const pid of clusterProcessesOf(process.platform).findAll(layout.cluster))
        signalIfThere(pid, name);
    },
    stop: () => stopPostmaster(running),
    async start() {
      running = await start();
    },
  };
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
