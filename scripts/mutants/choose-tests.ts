import { posix } from 'node:path';
import type { Coverage } from './coverage.ts';
import type { Mutant } from './mutant.ts';

export interface KnownTest {
  readonly path: string;
  readonly coverage: Coverage;
}

/** How many of the mutants of a file a test was run on, and how many of them it caught. */
interface Record {
  runs: number;
  caught: number;
}

/** Says which tests to run on a mutant: those that run its place, the one first that will most likely catch it soonest. */
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
  // The end too: what is left out by a condition inside need not be run itself.
  return (run[file] ?? []).some(([from, to]) => (from <= start && start < to) || (from < end && end <= to));
}

/** Tests beside what they test are the ones that were written for it. */
function nearnessOf(file: string, test: string): number {
  if (test === file.replace(/\.ts$/, '.test.ts')) return 1;
  const folders = posix.dirname(file).split('/');
  const others = posix.dirname(test).split('/');
  const shared = folders.findIndex((folder, index) => folder !== others[index]);
  if (shared === -1) return 0.5;
  return shared > 2 ? 0.25 : shared > 1 ? 0.1 : 0.02;
}
