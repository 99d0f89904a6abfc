import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { isAlive } from '../../support/process.ts';

/** A program of the cluster, on this machine as a process. */
export interface Started {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<number | null>;
  isRunning(): boolean;
  log(): string;
  signal(name: NodeJS.Signals): void;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
  /** The exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface StartOptions {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly account?: Account | undefined;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL and Patroni refuse to be root. */
export function findPostgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    if (status !== 0) throw new Error('there is no account "postgres" to run PostgreSQL as');
    return Number(stdout);
  };
  return { uid: read('-u'), gid: read('-g') };
}

/** Whatever ends this process ends what it started. */
const all = new Set<{ killNow(): void }>();
process.once('exit', () => all.forEach((started) => started.killNow()));

/** Also for what a started program has started in turn. */
export function killAtExit(killNow: () => void): () => void {
  const entry = { killNow };
  all.add(entry);
  return () => all.delete(entry);
}

export function start(options: StartOptions): Started {
  const [program = '', ...parameters] = options.command;
  const logFile = `${options.folder}/${options.name}.log`;
  const log = openSync(logFile, 'a');
  const child = spawn(program, parameters, {
    cwd: options.cwd ?? options.folder,
    env: options.environment ?? process.env,
    stdio: ['ignore', log, log],
    ...options.account,
  });
  closeSync(log);
  const pid = child.pid ?? 0;
  const forget = killAtExit(() => void child.kill('SIGKILL'));
  const exited = once(child, 'close').then(
    ([code]) => {
      forget();
      return code as number | null;
    },
    () => null,
  );
  return {
    name: options.name,
    pid,
    logFile,
    exited,
    isRunning: () => isAlive(pid),
    log: () => readFileSync(logFile, 'utf8'),
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}
