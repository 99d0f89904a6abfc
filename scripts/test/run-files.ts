import { join } from 'node:path';
import { run } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { judgeGroup } from './judge-group.ts';
import { judge, type FileOutcome, type TestEvent } from './outcome.ts';

const OWN_GROUP = new URL('own-group.ts', import.meta.url).href;
/** Long enough that a pause between two steps of a test is not taken for nothing to do. */
const LOOK_MS = 1_000;
const RUN_GROUP = join(import.meta.dirname, 'run-group.ts');

/** Test files that one process runs, one after the other. */
export type Group = readonly string[];

export interface RunFilesOptions {
  readonly root: string;
  /** How many run at once, however busy the machine is. */
  readonly lanes: number;
  /** All that run, where calls share the lanes. */
  readonly everywhere?: Set<Promise<void>>;
  /** Once the last of the groups has begun: what is called next takes the lanes that are left. */
  readonly onLastBegun?: () => void;
  /** How many more may, one by one, while processors have nothing to do: tests wait for what they have started. */
  readonly more?: { readonly lanes: number; readonly isIdle: () => boolean };
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
  const { lanes, more, everywhere = new Set<Promise<void>>(), signal } = options;
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
    // Each by a call of its own: of several, the runner tells in their order, so a slow one would hold up the rest.
    const events: TestEvent[] = await startGroup(group, options).toArray();
    if (isHeavy(group)) heavyRunning--;
    // A file that was cut off proves nothing.
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
  for (let look = setTimeout(LOOK_MS, 'look', { ref: false }); ;) {
    while (everywhere.size < lanes && begin());
    const isLastBegun = waiting.length === 0 || (signal?.aborted ?? false);
    if (isLastBegun) {
      onLastBegun?.();
      onLastBegun = undefined;
      if (running.size === 0) return;
    }
    if ((await Promise.race([...everywhere, look])) !== 'look') continue;
    // Asked each time, as it tells of the time since the last.
    const isIdle = !isLastBegun && (more?.isIdle() ?? false);
    if (isIdle && everywhere.size < lanes + (more?.lanes ?? 0)) begin();
    look = setTimeout(LOOK_MS, 'look', { ref: false });
  }
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
