import { isAbsolute, relative } from 'node:path';
import { resolveImport } from '../imports/layers.ts';
import { findImports } from '../imports/source.ts';

export const CHECKS = ['format', 'lint', 'types', 'imports'] as const;
export const CATEGORIES = ['unit', 'database', 'litecoin', 'browser', 'crash'] as const;
export type Check = (typeof CHECKS)[number];
export type Category = (typeof CATEGORIES)[number];

const DATABASE = 'test/support/database.ts';
const LITECOIN = new Set(['test/support/litecoin-node.ts']);

export interface TestFile {
  readonly path: string;
  readonly category: Category;
}

/** What one run does. */
export interface Selection {
  readonly checks: readonly Check[];
  /** The categories to report on, also those in which there is no file. */
  readonly categories: readonly Category[];
  readonly files: readonly TestFile[];
}

export function categoryOf(path: string, source: string, databaseSupport = new Set([DATABASE])): Category {
  if (path.startsWith('test/browser/')) return 'browser';
  if (path.startsWith('test/crash/')) return 'crash';
  if (importsAny(path, source, LITECOIN)) return 'litecoin';
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
  return findImports(source).some(
    ({ specifier, typeOnly }) => !typeOnly && targets.has(resolveImport(path, specifier) ?? ''),
  );
}

export class NothingMatches extends Error {}

/** All of it without a wish; else what the wishes name together: `check`, a part, or a piece of a path. */
export function select(wishes: readonly string[], files: readonly TestFile[], root: string): Selection {
  if (wishes.length === 0) return { checks: CHECKS, categories: CATEGORIES, files };
  const checks = new Set<Check>();
  const categories = new Set<Category>();
  const chosen = new Set<TestFile>();
  for (const wish of wishes) {
    const named = CATEGORIES.find((category) => category === wish);
    const check = CHECKS.find((name) => name === wish);
    if (wish === 'check') for (const name of CHECKS) checks.add(name);
    else if (check !== undefined) checks.add(check);
    else {
      const path = inRepository(wish, root);
      const found = files.filter((file) => (named ? file.category === named : file.path.includes(path)));
      if (named) categories.add(named);
      else if (found.length === 0) throw new NothingMatches(`No test file and no part matches "${wish}".`);
      for (const file of found) {
        chosen.add(file);
        categories.add(file.category);
      }
    }
  }
  return {
    checks: CHECKS.filter((name) => checks.has(name)),
    categories: CATEGORIES.filter((name) => categories.has(name)),
    files: files.filter((file) => chosen.has(file)),
  };
}

function inRepository(wish: string, root: string): string {
  return isAbsolute(wish) ? relative(root, wish) : wish.replace(/^\.\//, '');
}
