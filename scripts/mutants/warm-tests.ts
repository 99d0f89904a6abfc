// Process that runs test files one after the other, because starting Node and loading packages takes longer than most
// tests. Modules that depend on the changed file are reloaded for each run.
import { registerHooks } from 'node:module';
import { takeCollected } from './collected-tests.ts';
import type { WarmAnswer, WarmJob } from './warm-process.ts';

const COLLECTED = new URL('collected-tests.ts', import.meta.url).href;
let number = 0;
let job: WarmJob | undefined;

registerHooks({
  resolve(specifier, context, next) {
    const isOfTest = context.parentURL?.includes('?warm=') ?? false;
    if (specifier === 'node:test' && isOfTest) return { url: COLLECTED, shortCircuit: true };
    const resolved = next(specifier, context);
    if (job?.fresh.includes(resolved.url) !== true) return resolved;
    return { ...resolved, url: `${resolved.url}?warm=${number}` };
  },
  load(url, context, next) {
    if (job === undefined || job.url !== url.split('?')[0]) return next(url, context);
    return { format: 'module-typescript', source: job.source, shortCircuit: true };
  },
});

async function run(given: WarmJob): Promise<WarmAnswer> {
  number += 1;
  job = given;
  try {
    await import(`${given.test}?warm=${number}`);
  } catch {
    takeCollected();
    return { failed: 'the file itself', isOfTest: false };
  }
  const { tests, before, beforeEach, afterEach, after } = takeCollected();
  if (tests.length === 0) return { failed: 'registers no test', isOfTest: false };
  const failed: string[] = [];
  const runAll = async (hooks: readonly (() => unknown)[]): Promise<void> => {
    for (const hook of hooks) await hook();
  };
  try {
    await runAll(before);
    for (const { name, run: runTest } of tests) {
      if (failed.length > 0 && !given.all) break;
      try {
        await runAll(beforeEach);
        try {
          await runTest();
        } finally {
          await runAll(afterEach);
        }
      } catch {
        failed.push(name);
      }
    }
    return { isOfTest: true, ...(failed.length > 0 && { failed: failed.join('\n') }) };
  } catch {
    return { failed: 'what comes before the tests', isOfTest: true };
  } finally {
    // Ignores errors of hooks: a failed test may have left nothing to close.
    for (const hook of after) await runAll([hook]).catch(() => undefined);
  }
}

process.on('message', (given: WarmJob) => {
  void run(given).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
