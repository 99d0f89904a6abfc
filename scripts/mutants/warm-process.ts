import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { closureOf } from './import-closure.ts';
import type { TestResult } from './run-test-file.ts';

const WARM_TESTS = fileURLToPath(new URL('warm-tests.ts', import.meta.url));

export interface WarmJob {
  readonly test: string;
  /** The file that has another text than on disk; empty for none. */
  readonly url: string;
  readonly source: string;
  /** What depends on it and must be loaded anew. */
  readonly fresh: readonly string[];
}

export interface WarmAnswer {
  /** The name of the test, or what else went wrong. */
  readonly failed?: string;
  readonly isOfTest: boolean;
}

/** Runs tests in one process, which is started again only where a test has ended or blocked it. */
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
  ): Promise<TestResult> {
    const started = performance.now();
    const urlOf = (file: string): string => pathToFileURL(join(this.#root, file)).href;
    const job: WarmJob = {
      test: urlOf(test),
      url: changed ? urlOf(changed.file) : '',
      source: changed?.source ?? '',
      fresh: changed ? dependentsOf(this.#root, test, changed.file).map(urlOf) : [],
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

/** Of what the test imports: the file and all through which it comes to it. */
function dependentsOf(root: string, test: string, file: string): string[] {
  return closureOf(root, test).filter((one) => one !== test && closureOf(root, one).includes(file));
}
