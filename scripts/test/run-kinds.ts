import { availableParallelism } from 'node:os';
import { ensureProgram } from './ensure-program.ts';
import { CHECKS, type Kind } from './kinds.ts';
import { measureSlowness } from './measure-slowness.ts';
import type { FileOutcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import { startRunDatabase, type RunDatabase } from './run-database.ts';
import { runTestFiles } from './run-files.ts';
import type { Selection } from './select.ts';
import { formatFailure, formatResult, formatTotals, type KindResult } from './summary.ts';

/** Only ends what hangs: on an ordinary machine no file needs a tenth of it. */
const LIMIT_MS = 600_000;
const WITHOUT_DATABASE = new Set<Kind>([...CHECKS, 'unit']);

interface Run {
  readonly root: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Does what was selected, in order; a kind that fails does not keep the next from running. */
export async function runKinds({ kinds, files }: Selection, run: Run): Promise<KindResult[]> {
  const limitMs = Math.ceil(LIMIT_MS * measureSlowness());
  const results: KindResult[] = [];
  // Not by global set-up of node's runner: that would end with the first kind.
  let database: RunDatabase | undefined;
  try {
    for (const kind of kinds) {
      const paths = files.filter((file) => file.kind === kind).map(({ path }) => path);
      const result = await runKind(kind, paths.length, run, async (onOutcome) => {
        if (!WITHOUT_DATABASE.has(kind)) database ??= await startRunDatabase();
        const options = { ...run, ...database, limitMs, lanes: lanesOf(kind) };
        await runTestFiles(paths, options, onOutcome);
      });
      if (run.signal.aborted) break;
      run.progress.say(formatResult(result));
      results.push(result);
    }
  } finally {
    await database?.stop();
  }
  return results;
}

async function runKind(
  kind: Kind,
  files: number,
  { progress, signal }: Run,
  runFiles: (onOutcome: (outcome: FileOutcome) => void) => Promise<void>,
): Promise<KindResult> {
  const started = performance.now();
  const outcomes: FileOutcome[] = [];
  const add = (outcome: FileOutcome) => {
    outcomes.push(outcome);
    for (const failure of outcome.failures) progress.say(formatFailure(failure));
    if (outcomes.length === files) return;
    progress.show(`  ${kind.padEnd(10)}${outcomes.length} of ${files} files: ${formatTotals(outcomes)}`);
  };
  progress.show(`  ${kind.padEnd(10)}…`);
  const say = (line: string) => progress.say(line);
  const notRun = files === 0 ? 'there are no such tests' : await ensureProgram(kind, say, signal);
  if (notRun === undefined) {
    await runFiles(add).catch((error: unknown) => {
      const failure = { name: kind, file: '', text: String(error) };
      add({ file: kind, passed: 0, failures: [failure], skipped: [], durationMs: 0 });
    });
  }
  return { kind, outcomes, durationMs: performance.now() - started, notRun };
}

function lanesOf(kind: Kind): number {
  const cores = Math.min(Math.max(availableParallelism(), 2), 8);
  // Every one of them starts many processes of its own, and more at once would make each start too slow.
  if (kind === 'crash') return 2;
  // A file that uses the database waits for it half of the time.
  return kind === 'database' ? cores + 2 : cores;
}
