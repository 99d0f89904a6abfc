import { posix } from 'node:path';
import type { Coverage } from './coverage.ts';
import type { Mutant } from './mutant.ts';

export interface KnownTest {
  readonly path: string;
  readonly coverage: Coverage;
}

/** Number of a file's mutants on which a test was run, and of those that it caught. */
interface Record {
  runs: number;
  caught: number;
}

/** Selects the tests for a mutant: those that execute its place, the one most likely to catch it first. */
export class TestChooser {
  readonly #tests: readonly KnownTest[];
  readonly #records = new Map<string, Record>();

  constructor(tests: readonly KnownTest[]) {
    this.#tests = tests;
  }

  choose(mutant: Mutant, most: number): KnownTest[] {
    return this.#tests
      .filter(({ coverage }) => runs(coverage, mutant))
      .map((test) => ({ test, promise: this.#promiseOf(mutant.file, test) }))
      .toSorted((one, other) => other.promise - one.promise)
      .slice(0, most)
      .map(({ test }) => test);
  }

  learn(mutant: Mutant, test: KnownTest, caught: boolean): void {
    const record = this.#recordOf(mutant.file, test);
    record.runs += 1;
    if (caught) record.caught += 1;
  }

  #promiseOf(file: string, test: KnownTest): number {
    const { runs, caught } = this.#recordOf(file, test);
    return (caught + nearnessOf(file, test.path)) / (runs + 1) / (test.coverage.durationMs + 100);
  }

  #recordOf(file: string, { path }: KnownTest): Record {
    const key = `${file}\n${path}`;
    const record = this.#records.get(key) ?? { runs: 0, caught: 0 };
    this.#records.set(key, record);
    return record;
  }
}

export function runs(
  { run }: Coverage,
  { file, start, end }: Pick<Mutant, 'file' | 'start' | 'end'>,
): boolean {
  // The end counts too, because code skipped by an inner condition is not executed.
  return (run[file] ?? []).some(([from, to]) => (from <= start && start < to) || (from < end && end <= to));
}

/** Ranks a test by its distance to the file: tests beside a file were written for it. */
function nearnessOf(file: string, test: string): number {
  if (test === file.replace(/\.ts$/, '.test.ts')) return 1;
  const folders = posix.dirname(file).split('/');
  const others = posix.dirname(test).split('/');
  const shared = folders.findIndex((folder, index) => folder !== others[index]);
  if (shared === -1) return 0.5;
  return shared > 2 ? 0.25 : shared > 1 ? 0.1 : 0.02;
}
