import { parseArgs } from 'node:util';
import { startCluster, type Cluster } from '../test/cluster/cluster.ts';
import { measure } from '../test/cluster/measure.ts';
import { clusterPackages, findClusterPrograms } from '../test/cluster/parts/programs.ts';
import { formatResult, formatTable, playRow, type Result } from '../test/cluster/play.ts';
import { rows } from '../test/cluster/rows/index.ts';
import { installPackages } from './test/install/debian-packages.ts';

const USAGE = `npm run test:cluster                     every event
npm run test:cluster -- "primary lost"   events with this text in their name
npm run test:cluster -- --list           lists the events
npm run test:cluster -- --measure        only measures operations per second
npm run test:cluster -- --before v1.2 "rolling upgrade"
                                         starts from this revision instead of the one before the newest migration;
                                         with no migration but the baselines, one is planted`;

const startedMs = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}`);

/** Installs missing programs. Returns the reason if that is impossible. */
async function ensurePrograms(): Promise<string | undefined> {
  if (findClusterPrograms()) return undefined;
  say(`installing ${clusterPackages.join(', ')}`);
  try {
    await installPackages(clusterPackages, new AbortController().signal, { startServices: false });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return findClusterPrograms() ? undefined : 'a program is not where it was expected';
}

async function main(wishes: readonly string[], before: string | undefined): Promise<void> {
  const chosen = rows.filter(
    ({ name }) =>
      wishes.length === 0 || wishes.some((wish) => name.toLowerCase().includes(wish.toLowerCase())),
  );
  if (chosen.length === 0) {
    console.error(`No event has this text in its name.\n\n${USAGE}`);
    process.exitCode = 1;
    return;
  }
  await withCluster(before, async (cluster) => {
    const results: Result[] = [];
    try {
      for (const row of chosen) {
        say(`— ${row.name}`);
        const result = await playRow(cluster, row, { say: (line) => say(`  ${line}`), isTimed: true });
        say(`  ${formatResult(result)}`);
        for (const fault of result.faults) say(`  ✗ ${fault}`);
        results.push(result);
      }
    } finally {
      if (results.length > 0) console.log(`\n${formatTable(results)}\n`);
    }
    return results.every(({ faults }) => faults.length === 0);
  });
}

/** Keeps the logs unless the work succeeds. */
async function withCluster(
  before: string | undefined,
  work: (cluster: Cluster) => Promise<boolean>,
): Promise<void> {
  const hindrance = await ensurePrograms();
  const programs = findClusterPrograms();
  if (!programs) return console.log(`skipped: ${hindrance ?? 'the programs of a cluster are not there'}`);
  const cluster = await startCluster({ programs, say, before });
  let isWell = false;
  try {
    isWell = await work(cluster);
  } finally {
    if (!isWell) process.exitCode = 1;
    await cluster.stop({ keepLogs: !isWell });
  }
}

const { values: flags, positionals: wishes } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    list: { type: 'boolean' },
    before: { type: 'string' },
    measure: { type: 'boolean' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
if (flags.help) console.log(USAGE);
else if (flags.list) console.log(rows.map(({ name }) => name).join('\n'));
else if (flags.measure) await withCluster(undefined, (cluster) => measure(cluster, say));
else await main(wishes, flags.before);
