import { runCheck } from './checks.ts';
import { ensureProgram } from './ensure-program.ts';
import type { Selection } from './parts.ts';
import type { Progress } from './progress.ts';
import { runCategory } from './run-category.ts';
import { startRunDatabase, type RunDatabase } from './run-database.ts';
import { addUp, type PartResult } from './summary.ts';

interface Run {
  readonly root: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Does what was selected, in order; a part that fails does not keep the next from running. */
export async function runParts(selection: Selection, run: Run): Promise<PartResult[]> {
  const results: PartResult[] = [];
  const finish = (result: PartResult) => {
    if (run.signal.aborted) return;
    // Test files have told their failures as they came.
    for (const { file, text } of result.failures) if (file === '') run.progress.say(text);
    run.progress.end(result);
    results.push(result);
  };
  let database: RunDatabase | undefined;
  try {
    for (const check of selection.checks) {
      if (run.signal.aborted) break;
      run.progress.begin(check);
      finish(await runCheck(check, run.root, run.signal));
    }
    for (const category of selection.categories) {
      if (run.signal.aborted) break;
      run.progress.begin(category);
      const files = selection.files.filter((file) => file.category === category);
      const obstacle =
        files.length === 0
          ? 'there are no such tests'
          : await ensureProgram(category, (line) => run.progress.say(line), run.signal);
      if (obstacle !== undefined) {
        finish({ ...addUp(category, [], 0), notRun: obstacle });
        continue;
      }
      const started = performance.now();
      try {
        if (category !== 'unit') database ??= await startRunDatabase();
        const outcomes = await runCategory(category, files, {
          ...run,
          ...(database && { environment: database.environment }),
          onOutcome: (soFar) => run.progress.count(category, soFar, files.length),
        });
        finish(addUp(category, outcomes, performance.now() - started));
      } catch (error) {
        const failure = { name: category, file: '', text: String(error) };
        finish({ ...addUp(category, [], performance.now() - started), failures: [failure] });
      }
    }
  } finally {
    await database?.stop();
  }
  return results;
}
