import { globSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  categoryOf,
  findDatabaseSupport,
  NothingMatches,
  select,
  type Selection,
  type TestFile,
} from './test/parts.ts';
import { Progress } from './test/progress.ts';
import { runParts } from './test/run-parts.ts';
import { formatSummary, hasFailed } from './test/summary.ts';

const USAGE = `npm test                  everything
npm test -- check         format, lint, types and imports, or one of them by its name
npm test -- unit          likewise database, litecoin, browser, crash
npm test -- <path>        the test files whose path contains this`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function findTestFiles(): TestFile[] {
  const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
  const support = globSync('test/support/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const databaseSupport = findDatabaseSupport(new Map(support.map((path) => [path, read(path)])));
  return globSync('{src,scripts,test}/**/*.test.ts', { cwd: root })
    .filter((path) => !path.startsWith('test/fixtures/'))
    .toSorted()
    .map((path) => ({ path, category: categoryOf(path, read(path), databaseSupport) }));
}

/** Aborts at the first wish to stop, so that nothing is left behind; a later one ends the run at once. */
function stopOnSignals(): AbortController {
  const stopping = new AbortController();
  let since = 0;
  const stop = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    // A terminal and the launcher may both pass on the same key.
    if (stopping.signal.aborted && performance.now() - since < 1_000) return;
    const code = 128 + constants.signals[name];
    if (stopping.signal.aborted) process.exit(code);
    since = performance.now();
    process.exitCode = code;
    stopping.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(name));
  process.once('disconnect', () => stop('SIGTERM'));
  process.channel?.unref();
  return stopping;
}

async function runTests(selection: Selection): Promise<void> {
  const progress = new Progress();
  const { signal } = stopOnSignals();
  const results = await runParts(selection, { root, progress, signal });
  if (signal.aborted) return progress.say('Stopped before the end.');
  progress.say(formatSummary(results));
  if (hasFailed(results)) process.exitCode = 1;
}

try {
  const wishes = process.argv.slice(2);
  if (wishes.includes('--help')) console.log(USAGE);
  else await runTests(select(wishes, findTestFiles(), root));
} catch (error) {
  if (!(error instanceof NothingMatches)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
