import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, readSync, fstatSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../start-error.ts';
import type { ClusterProcesses } from './cluster-processes.ts';
import type { Command } from './embedded-account.ts';
import { SERVER_ENVIRONMENT } from './embedded-cluster.ts';
import { PORT, type Layout } from './embedded-directories.ts';
import { codeOf, explainOutput } from './embedded-failure.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';

export type Log = (line: { level: 'info' | 'warn' | 'error'; message: string }) => void;

/** The main process of a running PostgreSQL. */
export interface Postmaster {
  readonly child: ChildProcess;
  /** Resolves with a description of how the process ended. */
  readonly ended: Promise<string>;
}

const START_LIMIT_MS = 60_000;
const PATIENCE_MS = 2_000;
const ORPHAN_LIMIT_MS = 10_000;
const ORPHAN_PATIENCE_MS = 3_000;
const FAST_STOP_LIMIT_MS = 10_000;
const IMMEDIATE_STOP_LIMIT_MS = 5_000;

/** Starts PostgreSQL and resolves when it accepts connections. */
export async function startPostmaster(
  command: Command,
  layout: Layout,
  socketDirectory: string,
  processes: ClusterProcesses,
  log: Log,
  signal: AbortSignal,
): Promise<Postmaster> {
  const since = Date.now();
  for (;;) {
    await stopLeftRunning(layout, processes, log);
    await removeLockFiles(layout, socketDirectory);
    const attempt = await tryStart(command, layout, log, signal);
    if (attempt.postmaster !== undefined) return attempt.postmaster;
    // After a postmaster is killed, its children hold its shared memory until they notice.
    const orphaned = /pre-existing shared memory block/.test(attempt.output);
    const waitedMs = Date.now() - since;
    if (!orphaned || signal.aborted || waitedMs > ORPHAN_LIMIT_MS)
      throw explainOutput('PostgreSQL could not start', layout.cluster, attempt.output);
    // A child in a busy loop never notices. Its transaction is lost in any case.
    if (waitedMs > ORPHAN_PATIENCE_MS)
      for (const pid of processes.findAll(layout.cluster)) signalIfThere(pid, 'SIGKILL');
    await sleep(100);
  }
}

interface Attempt {
  readonly postmaster?: Postmaster;
  readonly output: string;
}

async function tryStart(command: Command, layout: Layout, log: Log, signal: AbortSignal): Promise<Attempt> {
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  // Links are refused: the folder belongs to a less privileged account, which could link the log to a file of root.
  const file = openSync(layout.log, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    const offset = fstatSync(file).size;
    const postmaster = spawnPostmaster(command, file);
    const output = () => readFrom(file, offset);
    const ready = await waitUntilReady(postmaster, layout, log, signal, output);
    return ready ? { postmaster, output: '' } : { output: output() };
  } finally {
    closeSync(file);
  }
}

function spawnPostmaster(command: Command, logFile: number): Postmaster {
  const child = spawn(command.file, command.args, {
    ...command.identity,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', logFile, logFile],
    // Runs in its own session, so that Ctrl-C reaches only Praça. Praça stops PostgreSQL after its own work.
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `killed by ${signal}`),
    );
  });
  return { child, ended };
}

/** Waits until PostgreSQL accepts connections. Returns false if it ends before that. */
async function waitUntilReady(
  postmaster: Postmaster,
  layout: Layout,
  log: Log,
  signal: AbortSignal,
  output: () => string,
): Promise<boolean> {
  let ended: string | undefined;
  void postmaster.ended.then((how) => (ended = how));
  const since = Date.now();
  let nextNewsMs = PATIENCE_MS;
  for (;;) {
    const state = readPostmasterFile(layout.cluster);
    if (state?.ready === true && state.pid === postmaster.child.pid) return true;
    if (postmaster.child.pid === undefined)
      throw new StartError(`PostgreSQL could not be run: ${await postmaster.ended}.`);
    if (ended !== undefined) return false;
    const waitedMs = Date.now() - since;
    if (signal.aborted || waitedMs > START_LIMIT_MS) {
      await stopPostmaster(postmaster);
      throw new StartError(
        `PostgreSQL was not ready on ${layout.cluster} after ${Math.round(waitedMs / 1000)} s: see ${layout.log}.`,
      );
    }
    if (waitedMs > nextNewsMs) {
      nextNewsMs += 10_000;
      log({ level: 'info', message: `PostgreSQL is still starting: ${lastLine(output())}` });
    }
    await sleep(10);
  }
}

/** Stops a PostgreSQL that a killed Praça left running on the cluster. */
async function stopLeftRunning(layout: Layout, processes: ClusterProcesses, log: Log): Promise<void> {
  const state = readPostmasterFile(layout.cluster);
  if (state === undefined || !processes.runsOn(state.pid, layout.cluster)) return;
  log({
    level: 'warn',
    message: `PostgreSQL was left running on ${layout.cluster} (process ${state.pid}); stopping it.`,
  });
  await stopGradually(
    (name) => signalIfThere(state.pid, name),
    () => !processes.runsOn(state.pid, layout.cluster),
  );
}

/**
 * Removes the lock files of a PostgreSQL that was killed. PostgreSQL refuses to start while a process with the recorded
 * pid exists, even an unrelated process or a zombie that its parent has not reaped. The lock on the data directory
 * already guarantees that no other Praça uses the cluster or its socket.
 */
async function removeLockFiles(layout: Layout, socketDirectory: string): Promise<void> {
  const socketLock = join(socketDirectory, `.s.PGSQL.${PORT}.lock`);
  for (const path of [postmasterFilePath(layout.cluster), socketLock])
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
}

export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  let ended = false;
  void postmaster.ended.then(() => (ended = true));
  await stopGradually(
    (name) => postmaster.child.kill(name),
    () => ended,
  );
}

/**
 * Stops PostgreSQL in steps: with a checkpoint, then without one (the next start recovers from the log), then by
 * SIGKILL.
 */
async function stopGradually(
  signalProcess: (name: NodeJS.Signals) => void,
  isGone: () => boolean,
): Promise<void> {
  const steps = [
    { name: 'SIGINT', limitMs: FAST_STOP_LIMIT_MS },
    { name: 'SIGQUIT', limitMs: IMMEDIATE_STOP_LIMIT_MS },
    { name: 'SIGKILL', limitMs: IMMEDIATE_STOP_LIMIT_MS },
  ] as const;
  for (const { name, limitMs } of steps) {
    signalProcess(name);
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      await sleep(5);
      if (isGone()) return;
    }
  }
}

/** Sends a signal and ignores the error if the process has ended in the meantime. */
export function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

function readFrom(file: number, offset: number): string {
  const limitBytes = 64 * 1024;
  const size = fstatSync(file).size;
  const start = Math.max(offset, size - limitBytes);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, start));
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
