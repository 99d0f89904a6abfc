// A process that runs unit tests one after the other, as long as it lives: for most of them starting node and loading
// packages takes longer than the test. What depends on the changed file is loaded anew for each run.
import { registerHooks } from 'node:module';
import { takeCollected } from './collected-tests.ts';
import type { WarmJob } from './warm-process.ts';

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

async function run(given: WarmJob): Promise<string | undefined> {
  number += 1;
  job = given;
  let name = 'the file itself';
  try {
    await import(`${given.test}?warm=${number}`);
    const tests = takeCollected();
    if (tests.length === 0) return 'registers no test';
    for (const test of tests) {
      ({ name } = test);
      await test.run();
    }
    return undefined;
  } catch {
    takeCollected();
    return name;
  }
}

process.on('message', (given: WarmJob) => {
  void run(given).then((failed) => process.send?.({ failed }));
});
process.once('disconnect', () => process.exit());
