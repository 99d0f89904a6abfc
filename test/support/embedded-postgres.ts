import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/postgres/embedded/embedded.ts';

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' };

export interface StartOptions {
  readonly messages?: string[];
  readonly platform?: NodeJS.Platform;
}

export function start(
  dataDir: string,
  { messages = [], platform }: StartOptions = {},
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    settings,
    log: ({ message }) => messages.push(message),
    ...(platform && { platform }),
  });
}

export async function query<T>(server: EmbeddedPostgres, text: string): Promise<T | undefined> {
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ value: T }>(text);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

export interface OtherProcess {
  readonly pid: number;
  readonly postmaster: number;
  kill(): Promise<void>;
}

/** Starts a process that starts PostgreSQL on the directory, prints its pid and then waits. */
export async function startInAnotherProcess(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): Promise<OtherProcess> {
  const embedded = import.meta.resolve('../../src/platform/postgres/embedded/embedded.ts');
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(embedded)};
    const [dataDir, platform] = process.argv.slice(1);
    const server = await startEmbeddedPostgres({ dataDir, platform, settings: ${JSON.stringify(settings)}, log() {} });
    console.log(server.pid());
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, platform], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), exit]);
  return {
    pid: child.pid ?? 0,
    postmaster: Number(String(line)),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
