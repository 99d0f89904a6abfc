import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isAccepted } from './mutants/accepted.ts';
import { TestChooser, type KnownTest } from './mutants/choose-tests.ts';
import { findCoverage } from './mutants/coverage.ts';
import { findTypeErrors } from './mutants/find-type-errors.ts';
import { closureOf } from './mutants/import-closure.ts';
import { judgeMutants, type Judged } from './mutants/judge-mutants.ts';
import { openLane, openLaneWithoutDatabase, type Lane } from './mutants/lane.ts';
import type { Mutant } from './mutants/mutant.ts';
import { formatReport, isCaught, LEAST_CAUGHT, percentCaught } from './mutants/report.ts';
import { findMutants, sampleOf } from './mutants/targets.ts';
import { findTestFiles, type TestFile } from './test/kinds.ts';
import { measureSlowness } from './test/measure-slowness.ts';
import { Progress } from './test/progress.ts';

const USAGE = `npm run test:mutants                            every mutant of the rules and stores: hours
npm run test:mutants -- src/merchant/payments   of the files whose path contains this
npm run test:mutants -- .rules.ts --sample 200 --seed 7
  --sample <n>    so many of them, drawn by --seed <s> (1)
  --again         of the last result, those that lived; the others keep their place in it
  --near          with the tests of the same feature: a quick first look at stores, the rest with --again
  --with <part>   with the test files whose path contains this
  --unit          with the tests that need no database: a quick first look
  --tests <n>     at most so many test files for one mutant (12)
  --lanes <n>     so many at once (the processors)
  --json <path>   where the result goes
  --list          only tells what they would be`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, 'node_modules', '.cache', 'praca-mutants');
const LIMIT_MS = 600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    near: { type: 'boolean', default: false },
    with: { type: 'string', default: '' },
    unit: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    tests: { type: 'string', default: '12' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string', default: join(cache, 'result.json') },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const progress = new Progress();

interface Chosen {
  readonly mutants: readonly Mutant[];
  /** What an earlier run has found out of the others. */
  readonly known: readonly Judged[];
}

function chooseMutants(): Chosen {
  const all = findMutants(root, positionals);
  if (values.again) {
    const last: { judged: Judged[] } = JSON.parse(readFileSync(values.json, 'utf8'));
    const verdicts = new Map(last.judged.map((one) => [keyOf(one), one]));
    const found = all.flatMap((mutant) => verdicts.get(keyOf(mutant)) ?? []);
    const lived = new Set(found.filter((one) => !isCaught(one)).map(keyOf));
    return { mutants: all.filter((mutant) => lived.has(keyOf(mutant))), known: found.filter(isCaught) };
  }
  const { sample, seed } = values;
  return { mutants: sample === undefined ? all : sampleOf(all, Number(sample), Number(seed)), known: [] };
}

/** Without the line, which moves. */
const keyOf = ({ file, before, after }: Mutant): string => [file, before, after].join('\n');

/** Those that can see one of the files at all. */
function chooseTests(mutants: readonly Mutant[]): TestFile[] {
  const files = new Set(mutants.map(({ file }) => file));
  const features = new Set([...files].map(featureOf));
  return findTestFiles(root)
    .filter(
      ({ kind, path }) =>
        (kind === 'unit' || (kind === 'database' && !values.unit)) && !path.startsWith('scripts/'),
    )
    .filter(({ path }) => path.includes(values.with))
    .filter(({ path }) => !values.near || features.has(featureOf(path)))
    .filter(({ path }) => closureOf(root, path).some((file) => files.has(file)));
}

/** The folder of the feature: `src/merchant/payments`. */
const featureOf = (path: string): string => path.split('/').slice(0, 3).join('/');

async function coverTests(
  tests: readonly TestFile[],
  lanes: readonly Lane[],
  signal: AbortSignal,
): Promise<KnownTest[]> {
  const waiting = [...tests];
  const known: KnownTest[] = [];
  const limitMs = Math.ceil(LIMIT_MS * measureSlowness());
  await Promise.all(
    lanes.map(async ({ environment, warm }) => {
      for (let test = waiting.shift(); test !== undefined && !signal.aborted; test = waiting.shift()) {
        const coverage = await findCoverage(test, { root, cache, environment, limitMs, warm });
        if (coverage) known.push({ path: test.path, coverage });
        else progress.say(`  not used, since it does not pass as it is: ${test.path}`);
        progress.show(`  ${known.length} of ${tests.length} test files run as they are`);
      }
    }),
  );
  return known;
}

async function judgeAll(mutants: readonly Mutant[], signal: AbortSignal): Promise<Judged[]> {
  const judged: Judged[] = [];
  const lanes: Lane[] = [];
  const errors = findTypeErrors(root, mutants);
  for (const [mutant, by] of errors) judged.push({ ...mutant, verdict: 'caught', by: `types: ${by}` });
  const compiling = mutants.filter((mutant) => !errors.has(mutant));
  progress.say(`  ${errors.size} of ${mutants.length} mutants do not compile`);
  try {
    for (let index = 0; index < Number(values.lanes); index += 1) {
      lanes.push(values.unit ? openLaneWithoutDatabase(root) : await openLane(root));
    }
    const chooser = new TestChooser(await coverTests(chooseTests(compiling), lanes, signal));
    const options = { root, lanes, chooser, tests: Number(values.tests), signal };
    await judgeMutants(compiling, options, (one) => {
      judged.push(one);
      if (!isCaught(one) && !isAccepted(one)) {
        progress.say(`  ${one.verdict}: ${one.file}:${one.line}\n    - ${one.before}\n    + ${one.after}`);
      }
      const caught = judged.filter(isCaught).length;
      progress.show(`  ${judged.length} of ${mutants.length} mutants, ${caught} caught; ${one.file}`);
    });
  } finally {
    for (const lane of lanes) await lane.stop();
  }
  return judged;
}

function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
  return stopping.signal;
}

if (values.help) console.log(USAGE);
else {
  const { mutants, known } = chooseMutants();
  if (mutants.length === 0) {
    console.error(`Nothing of the rules and stores matches.\n\n${USAGE}`);
    process.exitCode = 1;
  } else if (values.list) {
    for (const { file, line, operator, before, after } of mutants) {
      console.log(`${file}:${line}  ${operator}\n  - ${before}\n  + ${after}`);
    }
    console.log(`${mutants.length} mutants`);
  } else {
    mkdirSync(cache, { recursive: true });
    const fresh = await judgeAll(mutants, stopOnSignals());
    const judged = [...known, ...fresh];
    const result = { at: new Date().toISOString(), arguments: process.argv.slice(2), judged };
    writeFileSync(values.json, `${JSON.stringify(result, undefined, 2)}\n`);
    progress.say(`\n${formatReport(judged)}`);
    if (fresh.length < mutants.length) progress.say('Stopped before the end.');
    if (fresh.length < mutants.length || percentCaught(judged) < LEAST_CAUGHT) process.exitCode = 1;
  }
}
