import { join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { judgeGroup } from './judge-group.ts';
import { judge, type FileOutcome, type TestEvent } from './outcome.ts';

const OWN_GROUP = new URL('own-group.ts', import.meta.url).href;
const RUN_GROUP = join(import.meta.dirname, 'run-group.ts');

export type Group = readonly string[];

export interface RunFilesOptions {
  readonly root: string;
  /** Maximum number of concurrent groups. */
  readonly lanes: number;
  /** All running groups, shared by calls that share the lanes. */
  readonly everywhere?: Set<Promise<void>>;
  /** Called when the last group has started; the next call can use the free lanes. */
  readonly onLastBegun?: () => void;
  /** Groups, by their first file, that have a lower limit. */
  readonly heavy?: { readonly files: ReadonlySet<string>; readonly atOnce: number };
  readonly limitMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Modules that a shared process loads before the first file. */
  readonly preload?: readonly string[];
}

/** Runs each group in its own process and reports the outcomes as they end. */
export async function runTestFiles(
  groups: readonly Group[],
  options: RunFilesOptions,
  onOutcome: (outcome: FileOutcome) => void,
): Promise<void> {
  const { lanes, everywhere = new Set<Promise<void>>(), signal } = options;
  const waiting = [...groups];
  const running = new Set<Promise<void>>();
  let { onLastBegun } = options;
  let heavyRunning = 0;
  const isHeavy = ([first = '']: Group) => options.heavy?.files.has(first) ?? false;
  const take = (): Group | undefined => {
    const hasRoom = heavyRunning < (options.heavy?.atOnce ?? Infinity);
    const at = waiting.findIndex((group) => hasRoom || !isHeavy(group));
    return at < 0 || signal?.aborted ? undefined : waiting.splice(at, 1)[0];
  };
  const work = async (group: Group) => {
    if (isHeavy(group)) heavyRunning++;
    // One call per group: the runner reports several in order, so a slow one would delay the others.
    const events: TestEvent[] = await startGroup(group, options).toArray();
    if (isHeavy(group)) heavyRunning--;
    // An aborted file has no outcome.
    if (signal?.aborted) return;
    for (const outcome of judgeEach(group, events, options.limitMs)) onOutcome(outcome);
  };
  const begin = (): boolean => {
    const group = take();
    if (!group) return false;
    const working: Promise<void> = work(group).finally(() => {
      running.delete(working);
      everywhere.delete(working);
    });
    running.add(working);
    everywhere.add(working);
    return true;
  };
  for (;;) {
    while (everywhere.size < lanes && begin());
    if (waiting.length === 0 || signal?.aborted) {
      onLastBegun?.();
      onLastBegun = undefined;
      if (running.size === 0) return;
    }
    await Promise.race(everywhere);
  }
}

function judgeEach(group: Group, events: readonly TestEvent[], limitMs: number): FileOutcome[] {
  const [first] = group;
  return group.length === 1 && first !== undefined
    ? [judge(first, events, limitMs)]
    : judgeGroup(group, events, limitMs * group.length);
}

function startGroup(group: Group, { root, limitMs, environment, signal, preload = [] }: RunFilesOptions) {
  // A test must never reach the database configured for the service itself.
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
