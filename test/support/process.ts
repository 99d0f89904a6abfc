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

export const root = join(import.meta.dirname, '../..');

/** Factor for time limits, so that slow machines pass. Hanging tests are noticed a little later. */
const patience = 4;

export interface PracaProcess {
  readonly url: string;
  /** The serving process, a child of the launcher. */
  readonly pid: number;
  readonly launcher: ChildProcess;
  readonly output: () => string;
  /** Signals the launcher, as a terminal or a service manager would. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'praca-test-'));
}

export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns this process's environment without the variables of the test runner. */
export function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:PRACA_|NODE_|npm_)/.test(name));
  // Tests count rows, so simulated customers are off by default.
  return { ...Object.fromEntries(kept), SANDBOX_LIFE: 'no', ...extra };
}

export interface Launched {
  readonly launcher: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

/** Runs `praca …` as in a checkout, without waiting. */
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

/** Removes the progress messages, which appear only in a slow start. */
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
  // Counts waits instead of time, so that a suspended machine does not run into the limit.
  for (let waited = 0; waited < timeoutMs; waited += 25) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`);
}

export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0]);
}

export interface BareServer {
  readonly pid: number;
  readonly url: string;
  readonly output: () => string;
  /** Rejects if the process ends first. */
  readonly ready: Promise<void>;
  /** Kills without a clean stop, as a power loss does. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

/** The launcher's cache of compiled code. Only a clean exit adds to it. */
export const compileCache = join(root, 'node_modules', '.cache', 'praca');

/** Starts the serving process without the launcher, so that it can be killed at any time, even during its start. */
export function launchBareServer(port: number, environment: Record<string, string>): BareServer {
  const child = spawn(process.execPath, [...serverFlags, join(root, 'src/cli.ts'), 'start'], {
    cwd: root,
    env: cleanEnvironment({ PORT: String(port), NODE_COMPILE_CACHE: compileCache, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  // A test that kills it early does not await this promise.
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
