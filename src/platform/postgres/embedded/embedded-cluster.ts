import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { patientConnectMs } from '../client/connection.ts';
import { openDatabase } from '../client/database.ts';
import type { CommandMaker } from './embedded-account.ts';
import { PORT, readVersion } from './embedded-directories.ts';
import type { Layout, Programs } from './embedded-directories.ts';
import { explainOutput } from './embedded-failure.ts';
import { StartError } from '../../start-error.ts';

/** Name of the cluster's superuser and of its database. */
export const NAME = 'praca';

/** A minimal environment: PostgreSQL needs none of Praça's secrets, and PG* variables would change its behaviour. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster unless it exists. It is renamed into place when complete, so a killed start leaves no partial
 * cluster.
 */
export async function initialiseCluster(
  layout: Layout,
  programs: Programs,
  command: CommandMaker,
  options: { readonly durable: boolean },
): Promise<boolean> {
  const prefix = `${basename(layout.cluster)}.new`;
  for (const name of await readdir(layout.base))
    if (name.startsWith(prefix)) await rm(join(layout.base, name), { recursive: true, maxRetries: 20 });
  if ((await readVersion(layout.cluster)) !== undefined) return false;

  // A unique name each time: the initdb of a killed Praça may still be writing to its directory.
  const staging = join(layout.base, `${prefix}-${randomBytes(6).toString('hex')}`);
  const args = [
    `--pgdata=${staging}`,
    `--username=${NAME}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    ...(options.durable ? [] : ['--no-sync']),
  ];
  await runInitdb(command(programs.initdb, args), layout);
  await rename(staging, layout.cluster);
  const handle = await open(layout.base, 'r');
  try {
    // Without this fsync a power failure may undo the rename.
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

function runInitdb(command: ReturnType<CommandMaker>, layout: Layout): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, {
      ...command.identity,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => {
      reject(new StartError(`PostgreSQL's initdb could not be run: ${error.message}.`));
    });
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else if (signal !== null)
        reject(new StartError(`PostgreSQL's initdb was ended by ${signal}: start again.`));
      else reject(explainOutput('PostgreSQL could not be initialised', layout.base, output));
    });
  });
}

/** Creates the database unless it exists. A killed start may have left a cluster without it. */
export async function ensureDatabase(layout: Layout, host: string): Promise<void> {
  const connection = { host, port: PORT, user: NAME, database: 'postgres' };
  const sql = openDatabase({
    connection,
    poolSize: 1,
    applicationName: 'praca start',
    connectTimeoutMs: patientConnectMs,
  });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${NAME}`;
    if (found === undefined) await sql`create database ${sql.identifier(NAME)}`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw explainOutput('PostgreSQL could not create the database', layout.cluster, message);
  } finally {
    await sql.end();
  }
}
