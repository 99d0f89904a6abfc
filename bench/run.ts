import { mkdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../src/app.ts';
import { help, readCommandLine, UsageError, type BenchRequest } from './harness/command-line.ts';
import { describeMachine, printMachine, readLoad, type Machine } from './harness/machine.ts';
import { runScenario, type Outcome } from './harness/outcome.ts';
import { showProgress } from './harness/progress.ts';
import { openStage, type Stage } from './harness/stage.ts';
import { concludeRun, printTable, summaryOf } from './harness/table.ts';
import { scenarios } from './scenarios/index.ts';

/** Returns whether every scenario met its budget. */
async function main(words: readonly string[]): Promise<boolean> {
  const request = readCommandLine(words, scenarios);
  if (request.action === 'help') {
    console.log(help);
    return true;
  }
  if (request.action === 'list') {
    request.scenarios.forEach((scenario) => console.log(`${scenario.name}\n    ${scenario.what}`));
    return true;
  }
  const stage = openStage();
  stopOnSignals(stage);
  try {
    return await measure(stage, request);
  } finally {
    await stage.close();
  }
}

async function measure(stage: Stage, { scenarios: chosen, plan }: BenchRequest): Promise<boolean> {
  const startedAt = new Date();
  const load = readLoad();
  console.log(`Praça ${version}, ${startedAt.toISOString()}`);
  const machine = await describeMachine(await stage.praca(), load);
  printMachine(machine);
  const outcomes: Outcome[] = [];
  for (const [index, scenario] of chosen.entries()) {
    const progress = showProgress(`[${index + 1}/${chosen.length}] ${scenario.name}`);
    const outcome = await runScenario(stage, scenario, plan, (step) => progress.step(step));
    progress.done(summaryOf(outcome));
    outcomes.push(outcome);
  }
  printTable(outcomes);
  await writeResults(startedAt, { version, startedAt, machine, plan, outcomes });
  const { allMet, sentence } = concludeRun(outcomes);
  console.log(sentence);
  return allMet;
}

interface Results extends Pick<BenchRequest, 'plan'> {
  readonly version: string;
  readonly startedAt: Date;
  readonly machine: Machine;
  readonly outcomes: readonly Outcome[];
}

async function writeResults(startedAt: Date, results: Results): Promise<void> {
  const directory = new URL('results/', import.meta.url);
  await mkdir(directory, { recursive: true });
  const file = new URL(`${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.json`, directory);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nAll figures: ${relative(process.cwd(), fileURLToPath(file))}`);
}

/** On an interrupt, stops the started processes and deletes the written files. */
function stopOnSignals(stage: Stage): void {
  let told = false;
  const stop = (): void => {
    if (told) return;
    told = true;
    process.stdout.write('\nStopping.\n');
    void stage.close().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.send) process.once('disconnect', stop);
}

main(process.argv.slice(2)).then(
  (allMet) => process.exit(allMet ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(1);
  },
);
