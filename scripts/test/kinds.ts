import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { resolveImport } from '../imports/layers.ts';
import { findImports } from '../imports/source.ts';

export const CHECKS = ['types', 'lint', 'imports', 'format'] as const satisfies readonly Kind[];
interface Phase {
  /** They run at the same time. */
  readonly kinds: readonly string[];
  readonly needsDatabase: boolean;
  /** How many groups of files run at once, beyond the number of processors, as long as those have nothing to do. */
  readonly more: number;
}

/** In the order in which they run; within one, what takes longest first, so that no processor waits for the last file. */
export const PHASES = [
  { kinds: ['types', 'lint', 'imports', 'format', 'unit'], needsDatabase: false, more: 3 },
  // A file that uses the database, or waits for what it has started, does so half of the time.
  {
    kinds: ['crash', 'cluster', 'bitcoin-cash', 'browser', 'ethereum', 'bitcoin', 'litecoin', 'database'],
    needsDatabase: true,
    more: 4,
  },
  // They judge what all of the database tests saw.
  { kinds: ['rows', 'answers'], needsDatabase: true, more: 0 },
] as const satisfies readonly Phase[];
export const KINDS = PHASES.flatMap(({ kinds }) => [...kinds]);
export type Kind = (typeof PHASES)[number]['kinds'][number];
/** Each starts many processes of its own, and as many at once as there are lanes would make each start too slow. */
export const HEAVY: ReadonlySet<Kind> = new Set([
  'crash',
  'cluster',
  'bitcoin-cash',
  'browser',
  'ethereum',
  'bitcoin',
  'litecoin',
]);
/** They go with all of the database tests or not at all. */
export const JUDGES: ReadonlySet<Kind> = new Set(['rows', 'answers']);

export interface TestFile {
  readonly path: string;
  readonly kind: Kind;
}

const DATABASE = 'test/support/database.ts';
/** What starts a node for tests, by the kind that its tests are of. */
const NODES: ReadonlyMap<string, Kind> = new Map([
  ['test/support/litecoin-node.ts', 'litecoin'],
  ['test/support/bitcoin-node.ts', 'bitcoin'],
  ['test/support/bitcoin-cash-node.ts', 'bitcoin-cash'],
  ['test/support/ethereum-node.ts', 'ethereum'],
]);

export function findTestFiles(root: string): TestFile[] {
  const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
  const support = globSync('test/support/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const databaseSupport = findDatabaseSupport(new Map(support.map((path) => [path, read(path)])));
  return globSync('{src,scripts,test,web}/**/*.test.ts', { cwd: root })
    .filter((path) => !path.startsWith('test/fixtures/'))
    .toSorted()
    .map((path) => ({ path, kind: kindOf(path, read(path), databaseSupport) }));
}

export function kindOf(path: string, source: string, databaseSupport = new Set([DATABASE])): Kind {
  const check = KINDS.find((name) => path === `scripts/checks/${name}.test.ts`);
  if (check !== undefined) return check;
  if (path.startsWith('test/browser/')) return 'browser';
  if (path.startsWith('test/crash/')) return 'crash';
  if (path.startsWith('test/cluster/')) return 'cluster';
  for (const [support, kind] of NODES) if (importsAny(path, source, new Set([support]))) return kind;
  return importsAny(path, source, databaseSupport) ? 'database' : 'unit';
}

/** The support files through which a test comes by a database: the one that makes them and all that use it. */
export function findDatabaseSupport(supportFiles: ReadonlyMap<string, string>): Set<string> {
  const found = new Set([DATABASE]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [path, source] of supportFiles) if (importsAny(path, source, found)) found.add(path);
  }
  return found;
}

function importsAny(path: string, source: string, targets: ReadonlySet<string>): boolean {
  // Most name none of them, and to parse takes a hundred times longer than to look.
  if (![...targets].some((target) => source.includes(basename(target)))) return false;
  return findImports(source).some(
    ({ specifier, typeOnly }) => !typeOnly && targets.has(resolveImport(path, specifier) ?? ''),
  );
}
