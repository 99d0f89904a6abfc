import { join } from 'node:path';
import { run } from 'node:test';
import { judge, type FileOutcome, type TestEvent } from './outcome.ts';

const OWN_GROUP = new URL('own-group.ts', import.meta.url).href;

export interface RunFilesOptions {
  readonly root: string;
  /** How many run at once. */
  readonly lanes: number;
  readonly limitMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Runs each test file in a process of its own and tells, as they end, what they proved. */
export async function runTestFiles(
  files: readonly string[],
  options: RunFilesOptions,
  onOutcome: (outcome: FileOutcome) => void,
): Promise<void> {
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      // Each by a call of its own: of several, the runner tells in their order, so a slow one would hold up the rest.
      const events: TestEvent[] = await startFile(file, options).toArray();
      // A file that was cut off proves nothing.
      if (options.signal?.aborted) return;
      onOutcome(judge(file, events, options.limitMs));
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, work));
}

function startFile(file: string, { root, limitMs, environment, signal }: RunFilesOptions) {
  // A test must never reach the database that somebody has set for the service itself.
  const { DATABASE_URL: _, ...inherited } = process.env;
  return run({
    files: [join(root, file)],
    cwd: root,
    env: { ...inherited, ...environment, PRACA_TEST_LIMIT_MS: String(limitMs) },
    execArgv: ['--import', OWN_GROUP],
    ...(signal && { signal }),
  });
}
