import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { resolveImport } from '../imports/layers.ts';
import { findImports } from '../imports/source.ts';

export const CHECKS = [
  'types',
  'lint',
  'imports',
  'format',
  'client-types',
  'personal-data',
] as const satisfies readonly Kind[];
interface Phase {
  readonly kinds: readonly string[];
  readonly needsDatabase: boolean;
  /** Concurrent groups of files per processor. */
  readonly lanes: number;
}

/** Phases in order. Within a phase the longest files come first, so that no processor waits for the last file. */
export const PHASES = [
  { kinds: ['types', 'lint', 'imports', 'format', 'unit'], needsDatabase: false, lanes: 1.5 },
  // Most of these files wait for PostgreSQL, a node or a browser. The heavy files leave two lanes to the others.
  {
    kinds: [
      'client-types',
      'personal-data',
      'crash',
      'cluster',
      'bitcoin-cash',
      'browser',
      'ethereum',
      'bitcoin',
      'litecoin',
      'deploy',
      'database',
    ],
    needsDatabase: true,
    lanes: 3,
  },
  // Check what all database tests have recorded.
  { kinds: ['rows', 'answers'], needsDatabase: true, lanes: 1 },
] as const satisfies readonly Phase[];
export const KINDS = PHASES.flatMap(({ kinds }) => [...kinds]);
export type Kind = (typeof PHASES)[number]['kinds'][number];
/** Kinds whose files start many processes. One per lane would make each start too slow. */
export const HEAVY: ReadonlySet<Kind> = new Set([
  'crash',
  'cluster',
  'bitcoin-cash',
  'browser',
  'ethereum',
  'bitcoin',
  'litecoin',
]);
/** Run only together with all database tests. */
export const JUDGES: ReadonlySet<Kind> = new Set(['rows', 'answers']);

export interface TestFile {
  readonly path: string;
  readonly kind: Kind;
}

const DATABASE = 'test/support/database.ts';
/** Support files that start a node, with the kind of the tests that use them. */
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
  if (path.startsWith('test/deploy/')) return 'deploy';
  for (const [support, kind] of NODES) if (importsAny(path, source, new Set([support]))) return kind;
  return importsAny(path, source, databaseSupport) ? 'database' : 'unit';
}

/** Returns the support file that creates databases and all that import it. */
export function findDatabaseSupport(supportFiles: ReadonlyMap<string, string>): Set<string> {
  const found = new Set([DATABASE]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [path, source] of supportFiles) if (importsAny(path, source, found)) found.add(path);
  }
  return found;
}

function importsAny(path: string, source: string, targets: ReadonlySet<string>): boolean {
  // A quick text search first: parsing takes a hundred times longer, and most files name none of them.
  if (![...targets].some((target) => source.includes(basename(target)))) return false;
  return findImports(source).some(
    ({ specifier, typeOnly }) => !typeOnly && targets.has(resolveImport(path, specifier) ?? ''),
  );
}
