import { availableParallelism } from 'node:os';
import type { FileOutcome } from './outcome.ts';
import type { Category, TestFile } from './parts.ts';
import { runTestFile, type RunFileOptions } from './run-file.ts';

const TIMEOUTS_MS: Record<Category, number> = {
  unit: 120_000,
  database: 120_000,
  litecoin: 300_000,
  browser: 300_000,
  crash: 300_000,
};

/** Runs the files of one category, each in its own process, and hands on every outcome as it comes. */
export async function runCategory(
  category: Category,
  files: readonly TestFile[],
  options: Omit<RunFileOptions, 'timeoutMs'> & {
    readonly onOutcome: (outcomes: readonly FileOutcome[]) => void;
  },
): Promise<FileOutcome[]> {
  const waiting = [...files];
  const outcomes: FileOutcome[] = [];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined && !options.signal?.aborted; file = waiting.shift()) {
      const outcome = await runTestFile(file.path, { ...options, timeoutMs: TIMEOUTS_MS[category] });
      // A file that was cut off proves nothing.
      if (options.signal?.aborted) return;
      outcomes.push(outcome);
      options.onOutcome(outcomes);
    }
  };
  await Promise.all(Array.from({ length: lanesOf(category) }, work));
  return outcomes.toSorted((one, other) => one.file.localeCompare(other.file));
}

function lanesOf(category: Category): number {
  const cores = Math.min(Math.max(availableParallelism(), 2), 8);
  // Every one of them starts many processes of its own, and more at once would make each start too slow.
  if (category === 'crash') return 2;
  // A file that uses the database waits for it half of the time.
  return category === 'database' ? cores + 2 : cores;
}
