import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverEnvironment, serverFlags } from '../../bin/server-flags.mjs';
import { allSettings } from '../../src/app.ts';
import type { Connection } from '../../src/platform/postgres/client/connection.ts';
import { findRunningEmbeddedPostgres } from '../../src/platform/postgres/embedded/embedded.ts';
import { startChild, type Child } from './child.ts';

export interface RunningPraca {
  readonly url: string;
  readonly pid: number;
  /** The embedded PostgreSQL of this Praça, for bare statements. */
  readonly connection: Connection;
  readonly directory: string;
  /** Runs `praca <words>` on its database and returns the output. */
  command(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

export const poolSize = 10;

/** All features that production enables. The rate limiter counts every request but never refuses one. */
export const measuredSettings: Readonly<Record<string, string>> = {
  LOG_LEVEL: 'info',
  SANDBOX_LIFE: 'no',
  RATE_LIMIT: '1000000000',
  CORS_ORIGINS: '*',
  DATABASE_POOL: String(poolSize),
  // These limits are checked but never reached, because a few users do the work of thousands.
  LIKES_PER_DAY: '1000000',
  MESSAGES_PER_MINUTE: '1000000',
};

const commandLine = new URL('../../src/cli.ts', import.meta.url);
const readyTimeoutMs = 60_000;

/** Starts a new Praça with its own database as a child process. */
export async function startPraca(settings: Readonly<Record<string, string>> = {}): Promise<RunningPraca> {
  const directory = await makeTemporaryDirectory();
  const port = await findFreePort();
  const environment = {
    ...foreignEnvironment(),
    ...serverEnvironment,
    ...measuredSettings,
    DATA_DIR: join(directory, 'data'),
    PORT: String(port),
    ...settings,
  };
  const child = startChild({
    script: commandLine,
    args: ['start'],
    flags: serverFlags,
    environment,
    directory,
  });
  const stop = async (): Promise<void> => {
    await child.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(child, url);
    const connection = await findRunningEmbeddedPostgres(environment.DATA_DIR);
    if (!connection) throw new Error('Praça is ready, but its PostgreSQL was not found.');
    const command = async (...words: string[]): Promise<string> => {
      const options = { cwd: directory, env: environment };
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [fileURLToPath(commandLine), ...words],
        options,
      );
      return stdout;
    };
    return { url, pid: child.pid, connection, directory, command, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(child: Child, url: string): Promise<void> {
  const deadlineMs = Date.now() + readyTimeoutMs;
  while (Date.now() < deadlineMs) {
    const ready = fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (await Promise.race([ready, child.failed])) return;
    await sleep(50);
  }
  throw new Error('Praça was not ready within a minute.');
}

/** Under root, PostgreSQL runs as another account, which needs to traverse this directory. */
async function makeTemporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'praca-bench-'));
  await chmod(directory, 0o711);
  return directory;
}

/** Returns the environment without Praça's settings, so that a run does not depend on them. */
export function foreignEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
}

const isSetting = (name: string): boolean => name.startsWith('PRACA_') || name in allSettings;

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}
