import { join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { judgeGroup } from './judge-group.ts';
import { judge, type FileOutcome, type TestEvent } from './outcome.ts';

const OWN_GROUP = new URL('own-group.ts', import.meta.url).href;
const RUN_GROUP = join(import.meta.dirname, 'run-group.ts');

/** Test files that one process runs, one after the other. */
export type Group = readonly string[];

export interface RunFilesOptions {
  readonly root: string;
  /** How many run at once. */
  readonly lanes: number;
  /** Of these groups, by the first file, fewer at once. */
  readonly heavy?: { readonly files: ReadonlySet<string>; readonly atOnce: number };
  readonly limitMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** What a process of several files loads before the first of them. */
  readonly preload?: readonly string[];
}

/** Runs each group of test files in a process of its own and tells, as they end, what they proved. */
export async function runTestFiles(
  groups: readonly Group[],
  options: RunFilesOptions,
  onOutcome: (outcome: FileOutcome) => void,
): Promise<void> {
  const waiting = [...groups];
  let heavyRunning = 0;
  const isHeavy = ([first = '']: Group) => options.heavy?.files.has(first) ?? false;
  // A lane that finds only heavy ones ends: those that run one go on with the next.
  const take = (): Group | undefined => {
    const hasRoom = heavyRunning < (options.heavy?.atOnce ?? Infinity);
    const at = waiting.findIndex((group) => hasRoom || !isHeavy(group));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const work = async () => {
    for (let group = take(); group !== undefined; group = take()) {
      if (isHeavy(group)) heavyRunning++;
      // Each by a call of its own: of several, the runner tells in their order, so a slow one would hold up the rest.
      const events: TestEvent[] = await startGroup(group, options).toArray();
      if (isHeavy(group)) heavyRunning--;
      // A file that was cut off proves nothing.
      if (options.signal?.aborted) return;
      for (const outcome of judgeEach(group, events, options.limitMs)) onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, work));
}

function judgeEach(group: Group, events: readonly TestEvent[], limitMs: number): FileOutcome[] {
  const [first] = group;
  return group.length === 1 && first !== undefined
    ? [judge(first, events, limitMs)]
    : judgeGroup(group, events, limitMs * group.length);
}

function startGroup(group: Group, { root, limitMs, environment, signal, preload = [] }: RunFilesOptions) {
  // A test must never reach the database that somebody has set for the service itself.
  const { DATABASE_URL: _, ...inherited } = process.env;
  const urlOf = (file: string) => pathToFileURL(join(root, file)).href;
  const [first = ''] = group;
  const isAlone = group.length === 1;
  const together = {
    preload: preload.map(urlOf),
    files: group.map((name) => ({ name, url: urlOf(name) })),
  };
  return run({
    files: [isAlone ? join(root, first) : RUN_GROUP],
    cwd: root,
    env: {
      ...inherited,
      ...environment,
      PRACA_TEST_LIMIT_MS: String(limitMs * group.length),
      ...(isAlone ? {} : { PRACA_TEST_GROUP: JSON.stringify(together) }),
    },
    execArgv: ['--import', OWN_GROUP],
    ...(signal && { signal }),
  });
}
