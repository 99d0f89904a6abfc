import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverFlags } from '../../bin/server-flags.mjs';
import { processTableOf } from './process-table.ts';

export const { childrenOf, isAlive } = processTableOf(process.platform);

/** Of this repository. */
export const root = join(import.meta.dirname, '../..');

/** What hangs is noticed a little later for it, and no machine is too slow. */
const patience = 4;

export interface PracaProcess {
  readonly url: string;
  /** The process that serves, below the launcher. */
  readonly pid: number;
  readonly launcher: ChildProcess;
  readonly output: () => string;
  /** Signals the launcher, as a terminal or a service manager would; the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'praca-test-'));
}

export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** The environment of a person's shell: nothing of the test runner's. */
export function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:PRACA_|NODE_|npm_)/.test(name));
  // What tests count is theirs alone; whoever wants made-up customers says so.
  return { ...Object.fromEntries(kept), SANDBOX_LIFE: 'no', ...extra };
}

export interface Launched {
  readonly launcher: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

/** Runs `praca …` as a person in a checkout would, without waiting. */
export function launch(
  words: readonly string[],
  environment: Record<string, string> = {},
  checkout: string = root,
): Launched {
  const launcher = spawn(process.execPath, [join(checkout, 'bin/praca.mjs'), ...words], {
    cwd: checkout,
    env: cleanEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  launcher.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  launcher.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(launcher, 'close').then(([code]) => code as number | null);
  return { launcher, output: () => output, exited };
}

export async function runPraca(
  words: readonly string[],
  environment: Record<string, string> = {},
  checkout: string = root,
): Promise<{ code: number | null; output: string }> {
  const { exited, output } = launch(words, environment, checkout);
  return { code: await exited, output: output() };
}

/** What a start said beside how far it is, which it only says where it takes long. */
export const withoutProgress = (output: string): string =>
  output.replaceAll(/^Praça is starting, .*\n/gm, '');

/** Starts the server and waits for its banner. */
export async function startPraca(
  environment: Record<string, string>,
  checkout: string = root,
): Promise<PracaProcess> {
  const { launcher, output, exited } = launch(['start'], { PORT: '0', ...environment }, checkout);
  let code: number | null | undefined;
  void exited.then((value) => (code = value));
  for (let waited = 0; waited < 60_000 * patience; waited += 20) {
    const url = /is ready at (\S+)/.exec(output())?.[1];
    if (url) {
      const pid = childOf(launcher.pid ?? 0);
      return {
        url,
        pid,
        launcher,
        output,
        async stop(signal = 'SIGTERM') {
          launcher.kill(signal);
          return exited;
        },
      };
    }
    if (code !== undefined) throw new Error(`Praça ended with ${code} before it was ready:\n${output()}`);
    await sleep(20);
  }
  launcher.kill('SIGKILL');
  throw new Error(`Praça was not ready in time:\n${output()}`);
}

function childOf(pid: number): number {
  const [child] = childrenOf(pid);
  if (child === undefined) throw new Error('the launcher has no child');
  return child;
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  usualMs = 60_000,
): Promise<void> {
  const timeoutMs = usualMs * patience;
  // Counted by the waits: a machine that stood still in between has not waited.
  for (let waited = 0; waited < timeoutMs; waited += 25) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`);
}

/** The postmaster of a data directory. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0]);
}

export interface BareServer {
  readonly pid: number;
  readonly url: string;
  readonly output: () => string;
  /** Rejects where the process ends before. */
  readonly ready: Promise<void>;
  /** As a machine that loses its power: no goodbye to anybody. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

/** Where the launcher keeps compiled code; only a process that ends in good order adds to it. */
export const compileCache = join(root, 'node_modules', '.cache', 'praca');

/** The process that serves, without the launcher above it: it can be killed at any moment, also while it starts. */
export function launchBareServer(port: number, environment: Record<string, string>): BareServer {
  const child = spawn(process.execPath, [...serverFlags, join(root, 'src/cli.ts'), 'start'], {
    cwd: root,
    env: cleanEnvironment({ PORT: String(port), NODE_COMPILE_CACHE: compileCache, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  // Whoever kills it before it is ready does not wait for it.
  ready.promise.catch(() => {});
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    if (output.includes('is ready at')) ready.resolve();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = once(child, 'close').then(([code]) => {
    ready.reject(new Error(`Praça ended with ${String(code)} before it was ready:\n${output}`));
    return code as number | null;
  });
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ready: ready.promise,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
