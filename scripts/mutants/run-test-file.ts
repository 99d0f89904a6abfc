import { spawn } from 'node:child_process';
import { once } from 'node:events';

const REPLACE_MODULE = new URL('replace-module.ts', import.meta.url).href;

export interface TestRun {
  readonly root: string;
  readonly file: string;
  readonly limitMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** True to end it at the first test that fails. */
  readonly bail: boolean;
}

export interface TestResult {
  readonly verdict: 'passed' | 'failed' | 'timed out';
  readonly durationMs: number;
  /** The first test that failed, or the last words. */
  readonly told: string;
  /** False where it failed without any test: in loading, or because the process ended. */
  readonly isOfTest: boolean;
}

const FAILED = /^ *not ok \d+ - (.*)$/m;

/** Runs a test file in a process group of its own, of which nothing is left afterwards. */
export async function runTestFile({ root, file, limitMs, environment, bail }: TestRun): Promise<TestResult> {
  const started = performance.now();
  // A test must never reach the database that somebody has set for the service itself.
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
    output = (output + chunk.toString()).slice(-20_000);
    if (!hasFailed && FAILED.test(output)) {
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
  const told = FAILED.exec(output)?.[1];
  return {
    verdict,
    durationMs: performance.now() - started,
    told: told ?? output.trim().slice(-500),
    isOfTest: told !== undefined,
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}
