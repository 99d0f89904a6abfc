// Runs several test files in one process, each as a suite. A third of a small file's time goes into loading shared
// modules.
import { suite } from 'node:test';

const { PRACA_TEST_GROUP } = process.env;
if (PRACA_TEST_GROUP === undefined) throw new Error('PRACA_TEST_GROUP names no files');
const { preload, files }: { preload: string[]; files: { name: string; url: string }[] } =
  JSON.parse(PRACA_TEST_GROUP);
// Hooks in preloaded modules are outside of all suites and so apply to every file.
for (const url of preload) await import(url);
// One after the other: two simultaneous imports can make a CommonJS module require an ES module that is still loading.
let loaded: Promise<unknown> = Promise.resolve();
for (const { name, url } of files) {
  suite(name, async () => {
    const load = (): Promise<unknown> => import(url);
    await (loaded = loaded.then(load, load));
  });
}
