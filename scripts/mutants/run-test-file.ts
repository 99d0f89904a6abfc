import { spawn } from 'node:child_process';
import { once } from 'node:events';

const REPLACE_MODULE = new URL('replace-module.ts', import.meta.url).href;

export interface TestRun {
  readonly root: string;
  readonly file: string;
  readonly limitMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** True to stop at the first failing test. */
  readonly bail: boolean;
}

export interface TestResult {
  readonly verdict: 'passed' | 'failed' | 'timed out';
  readonly durationMs: number;
  /** Names of the failed tests, one per line, or the last output. */
  readonly told: string;
  /** False if it failed outside of a test: while loading, or by an exit of the process. */
  readonly isOfTest: boolean;
}

const FAILED = /^ *not ok \d+ - (.*)$/gm;

/** Runs a test file in its own process group and kills the whole group at the end. */
export async function runTestFile({ root, file, limitMs, environment, bail }: TestRun): Promise<TestResult> {
  const started = performance.now();
  // A test must never reach the database configured for the service itself.
  const { DATABASE_URL: _, FORCE_COLOR: _colour, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=1024', '--import', REPLACE_MODULE, '--test-reporter=tap', file],
    { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...inherited, ...environment } },
  );
  let output = '';
  let hasFailed = false;
  let isTimeUp = false;
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-200_000);
    if (!hasFailed && output.search(FAILED) !== -1) {
      hasFailed = true;
      if (bail) endGroup(child.pid);
    }
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const timer = setTimeout(() => {
    isTimeUp = true;
    endGroup(child.pid);
  }, limitMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  endGroup(child.pid);
  const verdict = hasFailed || (!isTimeUp && code !== 0) ? 'failed' : isTimeUp ? 'timed out' : 'passed';
  const failed = [...output.matchAll(FAILED)].map(([, name]) => name);
  return {
    verdict,
    durationMs: performance.now() - started,
    told: failed.length > 0 ? failed.join('\n') : output.trim().slice(-500),
    isOfTest: failed.length > 0,
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group no longer exists.
  }
}
