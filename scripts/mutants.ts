import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
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
import { Progress } from './test/progress.ts';

const USAGE = `npm run test:mutants                            every mutant of the rules and stores: hours
npm run test:mutants -- src/merchant/payments   mutants of files with this text in their path
npm run test:mutants -- .rules.ts --sample 200 --seed 7
  --sample <n>    a random sample of this size, drawn with --seed <s> (1)
  --again         only mutants that survived the last run; the other results are kept
  --near          with tests of the same feature only: quick for stores; run the rest with --again
  --with <part>   with test files that have this text in their path
  --unit          with tests that need no database: a quick first check
  --tests <n>     maximum number of test files per mutant (12)
  --lanes <n>     number of mutants tested at once (number of processors)
  --json <path>   path of the result file
  --matrix        runs all chosen tests of a mutant and keeps the names of those that fail ("kills")
  --list          lists the mutants without running tests`;

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
    matrix: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const progress = new Progress();

interface Chosen {
  readonly mutants: readonly Mutant[];
  /** Results of an earlier run for the other mutants. */
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

/** The line number is left out, because it changes. */
const keyOf = ({ file, before, after }: Mutant): string => [file, before, after].join('\n');

/** Returns the test files that can reach one of the files. */
function chooseTests(mutants: readonly Mutant[]): TestFile[] {
  const files = new Set(mutants.map(({ file }) => file));
  const areas = new Set([...files].map(areaOf));
  return findTestFiles(root)
    .filter(
      ({ kind, path }) =>
        (kind === 'unit' || (kind === 'database' && !values.unit)) && !path.startsWith('scripts/'),
    )
    .filter(({ path }) => path.includes(values.with))
    .filter(({ path }) => !values.near || areas.has(areaOf(path)))
    .filter(({ path }) => closureOf(root, path).some((file) => files.has(file)));
}

/** Returns the folder of the area: `src/merchant/payments`. */
const areaOf = (path: string): string => path.split('/').slice(0, 3).join('/');

async function coverTests(
  tests: readonly TestFile[],
  lanes: readonly Lane[],
  signal: AbortSignal,
): Promise<KnownTest[]> {
  const waiting = [...tests];
  const known: KnownTest[] = [];
  const limitMs = LIMIT_MS;
  await Promise.all(
    lanes.map(async ({ environment, warm }) => {
      for (let test = waiting.shift(); test !== undefined && !signal.aborted; test = waiting.shift()) {
        const coverage = await findCoverage(test, { root, cache, environment, limitMs, warm });
        if (coverage) known.push({ path: test.path, coverage });
        else progress.say(`  skipped, because it fails without a mutant: ${test.path}`);
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
    const options = { root, lanes, chooser, tests: Number(values.tests), all: values.matrix, signal };
    await judgeMutants(compiling, options, (one) => {
      judged.push(one);
      if (!isCaught(one)) {
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
    console.error(`No rules or store file matches.\n\n${USAGE}`);
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
