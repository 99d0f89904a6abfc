import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestFiles } from './test/kinds.ts';
import { Progress } from './test/progress.ts';
import { runKinds } from './test/run-kinds.ts';
import { NothingMatches, select, type Selection } from './test/select.ts';
import { formatSummary, hasFailed, listMissed } from './test/summary.ts';

const USAGE = `npm test                  everything
npm test -- check         format, lint, types and imports; each of these names also runs alone
npm test -- unit          one kind of tests; others: database, rows, answers, litecoin, bitcoin, bitcoin-cash,
                          ethereum, browser, crash, cluster, deploy
npm test -- <path>        test files with this text in their path`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns a signal that aborts at the first stop signal, so that the run can clean up. A second one ends the run at
 * once.
 */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  const stop = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    // The terminal and the launcher may both forward the same key press.
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
  return stopping.signal;
}

async function runTests(selection: Selection): Promise<void> {
  const progress = new Progress();
  const signal = stopOnSignals();
  const results = await runKinds(selection, { root, progress, signal });
  if (signal.aborted) return progress.say('Stopped before the end.');
  progress.say(formatSummary(results));
  const missed = listMissed(results, selection.named);
  if (missed.length > 0)
    progress.say(`Asked for by name and not run: ${missed.map(({ kind }) => kind).join(', ')}`);
  if (missed.length > 0 || hasFailed(results.flatMap(({ outcomes }) => outcomes))) process.exitCode = 1;
}

try {
  const wishes = process.argv.slice(2);
  if (wishes.includes('--help')) console.log(USAGE);
  else await runTests(select(wishes, findTestFiles(root), root));
} catch (error) {
  if (!(error instanceof NothingMatches)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
