import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { keepCosts, longestFirst, readCosts } from './costs.ts';
import { ensureProgram } from './ensure-program.ts';
import { HEAVY, JUDGES, PHASES, type Kind, type TestFile } from './kinds.ts';
import type { FileOutcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import { startRunDatabase } from './run-database.ts';
import { makeRunDirectory } from './run-directory.ts';
import { groupFiles } from './group-files.ts';
import { runTestFiles } from './run-files.ts';
import type { Selection } from './select.ts';
import { formatFailure, formatResult, formatTotals, type KindResult } from './summary.ts';

/** Only stops files that hang: the slowest needs a tenth of it, on a slow machine less than half. */
const LIMIT_MS = 1_200_000;
/** Contains hooks for the tests of every file that opens an app. */
const PRELOAD = ['test/support/app.ts'];

interface Run {
  readonly root: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Runs the selection phase by phase. A failed kind does not prevent the next. A phase starts when all groups of the
 * previous one have started, so that no processor waits; only `rows` and `answers` wait until all have ended.
 */
export async function runKinds({ kinds, files }: Selection, run: Run): Promise<KindResult[]> {
  const processors = Math.min(Math.max(availableParallelism(), 2), 8);
  const everywhere = new Set<Promise<void>>();
  const hindrances = findHindrances(kinds, files, run);
  const phases: Phase[] = [];
  const ends: Promise<void>[] = [];
  const chosenOf = (together: readonly Kind[]) => together.filter((kind) => kinds.includes(kind));
  const directory = makeRunDirectory();
  // Not a global set-up of node's runner, which would end with the first file.
  const starting = PHASES.some((phase) => phase.needsDatabase && chosenOf(phase.kinds).length > 0)
    ? startRunDatabase(directory)
    : undefined;
  // Kinds that need it report the error; the checks run without it.
  const database = starting?.catch(() => undefined);
  try {
    for (const { kinds: together, needsDatabase, lanes } of PHASES) {
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
      const shared = { ...run, limitMs: LIMIT_MS, lanes: Math.ceil(processors * lanes), everywhere };
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
    await (await database)?.stop();
    await rm(directory, { recursive: true, force: true });
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

/** Returns what prevents a kind from running, if anything. Missing programs are installed during the first phases. */
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
    // In sequence, because package managers hold a lock.
    const hindrance = before.then(() => ensureProgram(kind, (line) => progress.say(line), signal));
    before = hindrance;
    hindrances.set(kind, hindrance);
  }
  return hindrances;
}

/** Files of the kinds that run at the same time, with their outcomes. */
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

  /** Handles an error of the runner: kinds that have not ended count as failed. */
  fail(error: unknown): void {
    for (const kind of this.#kinds) {
      if (this.#results.some((result) => result.kind === kind)) continue;
      const failure = { name: kind, file: '', text: String(error) };
      this.#progress.say(formatFailure(failure));
      this.#outcomes
        .get(kind)
        ?.push({ file: kind, passed: 0, failures: [failure], skipped: [], durationMs: 0 });
      this.#end(kind);
    }
  }

  outcomes(): FileOutcome[] {
    return [...this.#outcomes.values()].flat();
  }

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
