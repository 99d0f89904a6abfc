import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** Sends one question and returns its answer. Allows one pending question at a time. */
  ask<Given>(question: object): Promise<Given>;
  /** Rejects with the last error output if the process exits by itself. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly script: URL;
  readonly args?: readonly string[];
  readonly flags?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Working directory, which contains no settings file, and location of the standard error log. */
  readonly directory: string;
}

const stopTimeoutMs = 15_000;
let started = 0;

/** Starts a separate Node process, which exits with this one. */
export function startChild(options: ChildOptions): Child {
  const errorPath = join(options.directory, `stderr-${++started}.log`);
  const errors = openSync(errorPath, 'a');
  const child = spawn(
    process.execPath,
    [...(options.flags ?? []), fileURLToPath(options.script), ...(options.args ?? [])],
    {
      cwd: options.directory,
      env: options.environment,
      // Log lines go to /dev/null: formatting and writing them is measured, the disk is not.
      stdio: ['ignore', openNowhere(), errors, 'ipc'],
      serialization: 'advanced',
    },
  );
  closeSync(errors);
  let stopping = false;
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const said = readFileSync(errorPath, 'utf8').trim().slice(-2000);
      reject(new Error(`A process ended by itself (${signal ?? code}). ${said}`));
    });
  });
  // A pending `ask` gets the rejection. This handler avoids an unhandled rejection if there is none.
  failed.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    failed,
    ask: async (question) => {
      const answered = once(child, 'message');
      child.send(question);
      const messages = await Promise.race([answered, failed]);
      const answer: Answer = messages[0];
      if ('error' in answer) throw new Error(answer.error);
      return answer.given;
    },
    async stop() {
      stopping = true;
      await end(child);
    },
  };
}

let nowhere: number | undefined;
const openNowhere = (): number => (nowhere ??= openSync('/dev/null', 'w'));

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}

/** The caller knows the type of the answer. */
type Answer = { readonly given: never } | { readonly error: string };

interface Answering {
  answer(question: unknown): Promise<unknown>;
}

/** Runs in the child: answers each question and exits with the parent. */
export function answerQuestions(answering: Answering): void {
  process.once('disconnect', () => process.exit(0));
  process.on('message', (question) => {
    answering.answer(question).then(
      (given) => process.send?.({ given }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
