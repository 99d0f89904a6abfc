import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareAnswer, showsFailure } from './compare-answer.ts';
import type { Step } from './document-blocks.ts';

/** The sandbox's address as written in documents. */
const writtenUrl = 'http://127.0.0.1:8080';
/** Long, for machines under load. A block normally takes a few seconds. */
const stepTimeoutMs = 600_000;

/** An HTTP error ends a block, as any failing command does. */
const curlSettings = 'silent\nshow-error\nfail-with-body\nmax-time = 60\nnoproxy = "*"\n';

export interface TourOptions {
  /** The document's name in messages. */
  readonly path: string;
  readonly url: string;
  /** Working directory of the blocks. */
  readonly directory: string;
  /** Folder for files of the run itself. */
  readonly scratch: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Runs the blocks one after the other in one shell, so that variables carry over. Returns the differences between the
 * shown and the real answers. Stops at the first block that fails.
 */
export async function runTour(steps: readonly Step[], options: TourOptions): Promise<string[]> {
  writeFileSync(join(options.scratch, '.curlrc'), curlSettings);
  const shell = new Shell(options);
  const complaints: string[] = [];
  try {
    for (const step of steps) {
      const ran = await shell.run(step);
      if (ran.failure !== undefined) {
        // Later blocks depend on this one.
        return [...complaints, `${options.path}:${step.line}: ${ran.failure}`];
      }
      const { shown } = step;
      if (shown) {
        const differences = compareAnswer(shown, ran.output);
        complaints.push(...differences.map((text) => `${options.path}:${shown.line}: ${text}`));
      }
    }
  } finally {
    await shell.end();
  }
  return complaints;
}

interface Ran {
  readonly output: string;
  readonly failure?: string;
}

/** One bash that stops at the first failing command. */
class Shell {
  readonly #options: TourOptions;
  readonly #bash: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #mark = `end-of-block-${crypto.randomUUID()}`;
  #output = '';
  #errors = '';
  #ended = false;
  #changed = Promise.withResolvers<void>();

  constructor(options: TourOptions) {
    this.#options = options;
    this.#bash = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail'], {
      cwd: options.directory,
      env: { ...options.environment, CURL_HOME: options.scratch },
      // A separate process group, so that `end()` also kills background processes of the blocks.
      detached: true,
    });
    this.#closed = once(this.#bash, 'close').then(() => this.#note(() => (this.#ended = true)));
    const { stdin, stdout, stderr } = this.#bash;
    stdout?.setEncoding('utf8').on('data', (text: string) => this.#note(() => (this.#output += text)));
    stderr?.setEncoding('utf8').on('data', (text: string) => this.#note(() => (this.#errors += text)));
    // Writing to a stopped shell fails. Its end is detected separately.
    stdin?.on('error', () => {});
  }

  #note(change: () => void): void {
    change();
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async run(step: Step): Promise<Ran> {
    this.#output = '';
    this.#errors = '';
    const file = join(this.#options.scratch, `block-${step.line}.sh`);
    writeFileSync(file, step.script.replaceAll(writtenUrl, this.#options.url));
    const expected = showsFailure(step.shown);
    // Runs the block from a file, because its commands may read the standard input.
    const run = `. '${file}' < /dev/null`;
    const guarded = expected ? `if ${run}; then echo 'The block should have failed.' >&2; exit 1; fi` : run;
    this.#bash.stdin?.write(`${guarded}\nprintf %s ${this.#mark}\n`);
    const timeout = AbortSignal.timeout(stepTimeoutMs);
    const timedOut = once(timeout, 'abort');
    while (!this.#ended && !timeout.aborted && !this.#output.includes(this.#mark)) {
      await Promise.race([this.#changed.promise, timedOut]);
    }
    const [output = '', marked] = this.#output.split(this.#mark);
    if (marked !== undefined) return { output };
    const what = timeout.aborted ? `did not end within ${stepTimeoutMs / 1000} s` : 'failed';
    return { output, failure: `this block ${what}:\n${step.script}\n${output}\n${this.#errors}` };
  }

  async end(): Promise<void> {
    const { pid } = this.#bash;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
    await this.#closed;
  }
}
