// A process that runs tests one after the other, as long as it lives: for most of them starting node and loading
// packages takes longer than the test. What depends on the changed file is loaded anew for each run.
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
  let name = 'what comes before the tests';
  const runAll = async (hooks: readonly (() => unknown)[]): Promise<void> => {
    for (const hook of hooks) await hook();
  };
  try {
    await runAll(before);
    for (const test of tests) {
      ({ name } = test);
      await runAll(beforeEach);
      try {
        await test.run();
      } finally {
        await runAll(afterEach);
      }
    }
    return { isOfTest: true };
  } catch {
    return { failed: name, isOfTest: true };
  } finally {
    // A test that failed may have left nothing to close.
    for (const hook of after) await runAll([hook]).catch(() => undefined);
  }
}

process.on('message', (given: WarmJob) => {
  void run(given).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
