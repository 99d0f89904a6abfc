import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestChooser } from './choose-tests.ts';
import type { Lane } from './lane.ts';
import { applyEdit, type Mutant } from './mutant.ts';
import { runTestFile, type TestResult } from './run-test-file.ts';

export interface Judged extends Mutant {
  readonly verdict: 'caught' | 'timed out' | 'survived' | 'not run';
  /** The test file that caught it and the test's name; or how many files did not. */
  readonly by: string;
}

export interface JudgeOptions {
  readonly root: string;
  readonly lanes: readonly Lane[];
  readonly chooser: TestChooser;
  /** At most so many test files for one mutant. */
  readonly tests: number;
  readonly signal: AbortSignal;
}

/** Runs the tests on each of them; what was asked of a run that was cut off is not in the answer. */
export async function judgeMutants(
  mutants: readonly Mutant[],
  options: JudgeOptions,
  onJudged: (judged: Judged) => void,
): Promise<void> {
  const waiting = [...mutants];
  // Once, since places are counted in it: whoever goes on working meanwhile may change the file.
  const sources = new Map(mutants.map(({ file }) => [file, readFileSync(join(options.root, file), 'utf8')]));
  const directory = mkdtempSync(join(tmpdir(), 'praca-mutants-'));
  const work = async (lane: Lane, index: number) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      if (options.signal.aborted) return;
      const source = applyEdit(sources.get(mutant.file) ?? '', mutant);
      onJudged(await judgeMutant({ mutant, source }, lane, join(directory, `${index}.ts`), options));
    }
  };
  try {
    await Promise.all(options.lanes.map(work));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function judgeMutant(
  { mutant, source }: { mutant: Mutant; source: string },
  lane: Lane,
  changed: string,
  { root, chooser, tests }: JudgeOptions,
): Promise<Judged> {
  const path = join(root, mutant.file);
  writeFileSync(changed, source);
  const chosen = chooser.choose(mutant, tests);
  for (const test of chosen) {
    // Generous: others may use the machine, and one that hangs is caught all the same.
    const limitMs = 15_000 + 5 * test.coverage.durationMs;
    const environment = {
      ...lane.environment,
      PRACA_MUTANT_URL: pathToFileURL(path).href,
      PRACA_MUTANT_SOURCE: changed,
    };
    const runAlone = () => runTestFile({ root, file: test.path, bail: true, limitMs, environment });
    const { verdict, told } = test.coverage.isWarm
      ? await confirm(await lane.warm.run(test.path, { file: mutant.file, source }, limitMs), runAlone)
      : await runAlone();
    chooser.learn(mutant, test, verdict !== 'passed');
    if (verdict === 'passed') continue;
    if (!test.coverage.isWarm || verdict === 'timed out') await lane.clean();
    return { ...mutant, verdict: verdict === 'failed' ? 'caught' : verdict, by: `${test.path} › ${told}` };
  }
  return chosen.length === 0
    ? { ...mutant, verdict: 'not run', by: 'no test runs this place' }
    : { ...mutant, verdict: 'survived', by: `${chosen.length} test files passed` };
}

/** What failed outside of any test may be the fault of a process that had run others before. */
async function confirm(result: TestResult, runAlone: () => Promise<TestResult>): Promise<TestResult> {
  return result.verdict === 'failed' && !result.isOfTest ? await runAlone() : result;
}
