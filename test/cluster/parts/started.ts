import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { isAlive } from '../../support/process.ts';

/** A program of the cluster that runs as a process on this machine. */
export interface Started {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<number | null>;
  isRunning(): boolean;
  log(): string;
  signal(name: NodeJS.Signals): void;
  /** Kills the processes, as a power loss does. */
  kill(): Promise<void>;
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

/** Returns the account for PostgreSQL and Patroni, which refuse to run as root. */
export function findPostgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    if (status !== 0) throw new Error('there is no account "postgres" to run PostgreSQL as');
    return Number(stdout);
  };
  return { uid: read('-u'), gid: read('-g') };
}

/** The end of this process kills all programs that it started. */
const all = new Set<{ killNow(): void }>();
process.once('exit', () => all.forEach((started) => started.killNow()));

/** Also covers processes that a started program has started. */
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
