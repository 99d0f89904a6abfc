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
  /** The test file and test that caught the mutant, or the number of files that did not. */
  readonly by: string;
  /** With `--matrix`: all tests that failed. */
  readonly kills?: readonly string[];
}

export interface JudgeOptions {
  readonly root: string;
  readonly lanes: readonly Lane[];
  readonly chooser: TestChooser;
  /** Maximum number of test files per mutant. */
  readonly tests: number;
  /** True to run all tests, also after one has failed. */
  readonly all: boolean;
  readonly signal: AbortSignal;
}

/** Runs the tests on each mutant. Interrupted runs are not in the result. */
export async function judgeMutants(
  mutants: readonly Mutant[],
  options: JudgeOptions,
  onJudged: (judged: Judged) => void,
): Promise<void> {
  const waiting = [...mutants];
  // Reads each file once, because positions refer to this text and the file may be edited meanwhile.
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
  { root, chooser, tests, all }: JudgeOptions,
): Promise<Judged> {
  const path = join(root, mutant.file);
  writeFileSync(changed, source);
  const chosen = chooser.choose(mutant, tests);
  const kills: string[] = [];
  let caught: Judged | undefined;
  for (const test of chosen) {
    // Generous, because the machine may be busy; it only has to stop a mutant that hangs.
    const limitMs = 15_000 + 5 * test.coverage.durationMs;
    const environment = {
      ...lane.environment,
      PRACA_MUTANT_URL: pathToFileURL(path).href,
      PRACA_MUTANT_SOURCE: changed,
    };
    const runAlone = () => runTestFile({ root, file: test.path, bail: !all, limitMs, environment });
    const { verdict, told } = test.coverage.isWarm
      ? await confirm(await lane.warm.run(test.path, { file: mutant.file, source }, limitMs, all), runAlone)
      : await runAlone();
    chooser.learn(mutant, test, verdict !== 'passed');
    if (verdict === 'passed') continue;
    if (!test.coverage.isWarm || verdict === 'timed out') await lane.clean();
    const names = told.split('\n').map((name) => `${test.path} › ${name}`);
    kills.push(...names);
    caught ??= { ...mutant, verdict: verdict === 'failed' ? 'caught' : verdict, by: names[0] ?? '' };
    if (!all) return caught;
  }
  if (caught) return { ...caught, kills };
  return chosen.length === 0
    ? { ...mutant, verdict: 'not run', by: 'no test runs this place' }
    : { ...mutant, verdict: 'survived', by: `${chosen.length} test files passed` };
}

/** Repeats a failure outside of any test in a new process, because earlier test files may have caused it. */
async function confirm(result: TestResult, runAlone: () => Promise<TestResult>): Promise<TestResult> {
  return result.verdict === 'failed' && !result.isOfTest ? await runAlone() : result;
}
