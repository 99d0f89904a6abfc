import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { keepCosts, longestFirst, readCosts } from './costs.ts';
import { ensureProgram } from './ensure-program.ts';
import { watchIdle, watchProcessors } from './idle-processors.ts';
import { HEAVY, JUDGES, PHASES, type Kind, type TestFile } from './kinds.ts';
import { measureSlowness } from './measure-slowness.ts';
import type { FileOutcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import { startRunDatabase } from './run-database.ts';
import { makeRunDirectory } from './run-directory.ts';
import { groupFiles } from './group-files.ts';
import { runTestFiles } from './run-files.ts';
import type { Selection } from './select.ts';
import {
  formatFailure,
  formatProcessor,
  formatProcessors,
  formatResult,
  formatTotals,
  type KindResult,
} from './summary.ts';

/** So much of the time of all processors is enough for one more process. */
const IDLE_SHARE = 0.2;
/** Only ends what hangs: on an ordinary machine no file needs a tenth of it. */
const LIMIT_MS = 600_000;
/** Its hooks hold for the tests of every file that opens an app. */
const PRELOAD = ['test/support/app.ts'];

interface Run {
  readonly root: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Does what was selected, phase by phase; a kind that fails does not keep the next from running. A phase begins when
 * all of the one before has begun, so that no processor waits for its last files; only the judges wait for all ends.
 */
export async function runKinds({ kinds, files }: Selection, run: Run): Promise<KindResult[]> {
  const spent = watchProcessors();
  const idleShare = watchIdle();
  const isIdle = () => idleShare() > IDLE_SHARE;
  const limitMs = Math.ceil(LIMIT_MS * measureSlowness());
  const processors = Math.min(Math.max(availableParallelism(), 2), 8);
  const everywhere = new Set<Promise<void>>();
  const hindrances = findHindrances(kinds, files, run);
  const phases: Phase[] = [];
  const ends: Promise<void>[] = [];
  const chosenOf = (together: readonly Kind[]) => together.filter((kind) => kinds.includes(kind));
  const directory = makeRunDirectory();
  // Not by global set-up of node's runner: that would end with the first file.
  const starting = PHASES.some((phase) => phase.needsDatabase && chosenOf(phase.kinds).length > 0)
    ? startRunDatabase(directory)
    : undefined;
  // Whoever needs it learns of it; the checks run however broken the platform is.
  const database = starting?.catch(() => undefined);
  try {
    for (const { kinds: together, needsDatabase, more } of PHASES) {
      const chosen = chosenOf(together);
      if (chosen.length === 0) continue;
      const notRun = await waitForHindrances(hindrances, chosen);
      if (chosen.some((kind) => JUDGES.has(kind))) await Promise.all(ends);
      if (run.signal.aborted) break;
      const runnable = files.filter(({ kind }) => chosen.includes(kind) && !notRun.has(kind));
      const heavy = {
        files: new Set(runnable.filter(({ kind }) => HEAVY.has(kind)).map(({ path }) => path)),
        atOnce: processors + 2,
      };
      const shared = { ...run, limitMs, lanes: processors, everywhere, more: { lanes: more, isIdle } };
      const rows = needsDatabase ? (await starting)?.environment : undefined;
      const needed = { environment: { TMPDIR: directory, ...rows }, preload: needsDatabase ? PRELOAD : [] };
      const phase = new Phase(chosen, runnable, notRun, run.progress);
      phases.push(phase);
      const groups = longestFirst(groupFiles(phase.files(), run.root), readCosts(run.root));
      const { promise: lastBegun, resolve: onLastBegun } = Promise.withResolvers<void>();
      const ended = runTestFiles(groups, { ...shared, ...needed, heavy, onLastBegun }, (outcome) =>
        phase.add(outcome),
      )
        .catch((error: unknown) => phase.fail(error))
        .then(() => keepCosts(run.root, run.signal.aborted ? [] : phase.outcomes()))
        .finally(onLastBegun);
      ends.push(ended);
      await lastBegun;
    }
    await Promise.all(ends);
  } finally {
    await Promise.allSettled(ends);
    const started = await database;
    if (started) run.progress.say(formatProcessor('PostgreSQL', started.processorMs()));
    await started?.stop();
    await rm(directory, { recursive: true, force: true });
    run.progress.say(formatProcessors(spent()));
  }
  return run.signal.aborted ? [] : phases.flatMap((phase) => phase.results());
}

async function waitForHindrances(
  hindrances: ReadonlyMap<Kind, Promise<string | undefined>>,
  kinds: readonly Kind[],
): Promise<Map<Kind, string>> {
  const found = new Map<Kind, string>();
  for (const kind of kinds) {
    const hindrance = await hindrances.get(kind);
    if (hindrance !== undefined) found.set(kind, hindrance);
  }
  return found;
}

/** What keeps a kind from running, if anything does; whatever it needs is installed while the first phases run. */
function findHindrances(
  kinds: readonly Kind[],
  files: readonly TestFile[],
  { progress, signal }: Run,
): Map<Kind, Promise<string | undefined>> {
  const hindrances = new Map<Kind, Promise<string | undefined>>();
  let before: Promise<unknown> = Promise.resolve();
  for (const kind of kinds) {
    if (!files.some((file) => file.kind === kind)) {
      hindrances.set(kind, Promise.resolve('there are no such tests'));
      continue;
    }
    // One after the other: a package manager does one thing at a time.
    const hindrance = before.then(() => ensureProgram(kind, (line) => progress.say(line), signal));
    before = hindrance;
    hindrances.set(kind, hindrance);
  }
  return hindrances;
}

/** The files of the kinds that run at the same time, and what came of them. */
class Phase {
  readonly #kinds: readonly Kind[];
  readonly #files: readonly TestFile[];
  readonly #notRun: ReadonlyMap<Kind, string>;
  readonly #progress: Progress;
  readonly #outcomes = new Map<Kind, FileOutcome[]>();
  readonly #results: KindResult[] = [];
  readonly #startedMs = performance.now();

  constructor(
    kinds: readonly Kind[],
    files: readonly TestFile[],
    notRun: ReadonlyMap<Kind, string>,
    progress: Progress,
  ) {
    this.#kinds = kinds;
    this.#files = files;
    this.#notRun = notRun;
    this.#progress = progress;
    for (const kind of kinds) this.#outcomes.set(kind, []);
    for (const kind of notRun.keys()) this.#end(kind);
  }

  /** Kind by kind, in their order. */
  files(): TestFile[] {
    return this.#kinds.flatMap((kind) => this.#filesOf(kind));
  }

  add(outcome: FileOutcome): void {
    for (const failure of outcome.failures) this.#progress.say(formatFailure(failure));
    const kind = this.#files.find(({ path }) => path === outcome.file)?.kind;
    const outcomes = kind && this.#outcomes.get(kind);
    if (!kind || !outcomes) return;
    outcomes.push(outcome);
    const count = this.#filesOf(kind).length;
    if (outcomes.length === count) return this.#end(kind);
    this.#progress.show(
      `  ${kind.padEnd(14)}${outcomes.length} of ${count} files: ${formatTotals(outcomes)}`,
    );
  }

  /** Of the runner itself: whatever has not ended has failed. */
  fail(error: unknown): void {
    for (const kind of this.#kinds) {
      if (this.#results.some((result) => result.kind === kind)) continue;
      const failure = { name: kind, file: '', text: String(error) };
      this.#progress.say(formatFailure(failure));
      this.#outcomes
        .get(kind)
        ?.push({ file: kind, passed: 0, failures: [failure], skipped: [], durationMs: 0, processorMs: 0 });
      this.#end(kind);
    }
  }

  outcomes(): FileOutcome[] {
    return [...this.#outcomes.values()].flat();
  }

  /** In the order of the kinds, not of their ends. */
  results(): KindResult[] {
    return this.#kinds.flatMap((kind) => this.#results.filter((result) => result.kind === kind));
  }

  #filesOf(kind: Kind): readonly TestFile[] {
    return this.#files.filter((file) => file.kind === kind);
  }

  #end(kind: Kind): void {
    const outcomes = this.#outcomes.get(kind) ?? [];
    const durationMs = performance.now() - this.#startedMs;
    const result = { kind, outcomes, durationMs, notRun: this.#notRun.get(kind) };
    this.#results.push(result);
    this.#progress.say(formatResult(result));
  }
}
