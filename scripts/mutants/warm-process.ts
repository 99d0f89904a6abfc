import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { closureOf } from './import-closure.ts';
import type { TestResult } from './run-test-file.ts';

const WARM_TESTS = fileURLToPath(new URL('warm-tests.ts', import.meta.url));

export interface WarmJob {
  readonly test: string;
  /** URL of the replaced file; empty for none. */
  readonly url: string;
  readonly source: string;
  /** Modules that depend on it and must be reloaded. */
  readonly fresh: readonly string[];
  /** True to run all tests, also after one has failed. */
  readonly all: boolean;
}

export interface WarmAnswer {
  /** Names of the failed tests, one per line, or another error. */
  readonly failed?: string;
  readonly isOfTest: boolean;
}

/** Runs tests in one process, which is restarted only after a test has ended or blocked it. */
export class WarmProcess {
  readonly #root: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(root: string, environment: Readonly<Record<string, string>> = {}) {
    this.#root = root;
    this.#environment = environment;
  }

  async run(
    test: string,
    changed: { file: string; source: string } | undefined,
    limitMs: number,
    all = false,
  ): Promise<TestResult> {
    const started = performance.now();
    const urlOf = (file: string): string => pathToFileURL(join(this.#root, file)).href;
    const job: WarmJob = {
      test: urlOf(test),
      url: changed ? urlOf(changed.file) : '',
      source: changed?.source ?? '',
      fresh: changed ? dependentsOf(this.#root, test, changed.file).map(urlOf) : [],
      all,
    };
    const child = (this.#child ??= this.#start());
    const answer = await new Promise<WarmAnswer | 'ended' | 'timed out'>((settle) => {
      const timer = setTimeout(() => settle('timed out'), limitMs);
      const done = (given: WarmAnswer | 'ended'): void => {
        clearTimeout(timer);
        child.off('message', done).off('exit', onExit);
        settle(given);
      };
      const onExit = (): void => done('ended');
      child.on('message', done).once('exit', onExit);
      child.send(job);
    });
    const durationMs = performance.now() - started;
    if (answer === 'ended' || answer === 'timed out') {
      this.stop();
      return { verdict: answer === 'ended' ? 'failed' : answer, durationMs, told: answer, isOfTest: false };
    }
    return {
      verdict: answer.failed === undefined ? 'passed' : 'failed',
      durationMs,
      told: answer.failed ?? '',
      isOfTest: answer.isOfTest,
    };
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const { DATABASE_URL: _, ...inherited } = process.env;
    return fork(WARM_TESTS, {
      cwd: this.#root,
      stdio: 'ignore',
      execArgv: ['--max-old-space-size=1024'],
      env: { ...inherited, ...this.#environment },
    });
  }
}

/** Returns the modules imported by the test that depend on the file, including the file. */
function dependentsOf(root: string, test: string, file: string): string[] {
  return closureOf(root, test).filter((one) => one !== test && closureOf(root, one).includes(file));
}
