import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { judge, type FileOutcome } from './outcome.ts';
import type { Report } from './reporter.ts';

const REPORTER = fileURLToPath(new URL('reporter.ts', import.meta.url));
const LONGEST_OUTPUT = 4_000;

export interface RunFileOptions {
  readonly root: string;
  readonly timeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Runs one test file in a process of its own and tells what it proved. */
export async function runTestFile(file: string, options: RunFileOptions): Promise<FileOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'praca-test-'));
  const reports = join(directory, 'reports');
  try {
    return judge({ file, ...(await runToEnd(file, reports, options)), reports: await readReports(reports) });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runToEnd(
  file: string,
  reports: string,
  { root, timeoutMs, environment, signal }: RunFileOptions,
) {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [`--test-reporter=${REPORTER}`, `--test-reporter-destination=${reports}`, '--enable-source-maps', file],
    // A group of its own, so that whatever it started can be ended with it.
    { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: environmentOf(environment) },
  );
  let output = '';
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-LONGEST_OUTPUT));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    void endAfterAsking(child);
  }, timeoutMs);
  const stop = () => killGroup(child);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();

  const [exitCode, endedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, name) => resolve([code, name]));
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  killGroup(child);
  // What it wrote last may still be on its way; a descendant that keeps the pipe open must not keep us.
  await Promise.race([new Promise((resolve) => child.once('close', resolve)), sleep(500)]);
  child.stdout.destroy();
  child.stderr.destroy();
  return {
    exitCode,
    signal: endedBy,
    ...(timedOut ? { timedOutAfterMs: timeoutMs } : {}),
    output: output.trim(),
    durationMs: performance.now() - started,
  };
}

function environmentOf(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, ...extra };
  // A test must never reach the database that somebody has set for the service itself.
  delete environment['DATABASE_URL'];
  // Left by a test runner around this one, it would redirect the reports.
  delete environment['NODE_TEST_CONTEXT'];
  return environment;
}

async function endAfterAsking(child: ChildProcess): Promise<void> {
  child.kill('SIGUSR2');
  await sleep(300);
  killGroup(child);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}

async function readReports(path: string): Promise<Report[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // A process that was ended may have left its last line unfinished.
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Report => JSON.parse(line));
}
