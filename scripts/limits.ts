import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Matches a map, set or list that is empty at first and lives as long as its module or object, so its entries stay
 * until they are removed.
 */
const growing =
  /^(?:(?:export )?(?:const|let) |  (?:(?:private|readonly|static) )*)#?\w+(?:: .+?)? = (?:new (?:Map|Set)\b(?:<[^()]*>)?\(\)|\[\]);$/m;

/** Returns the sources with such a collection that the page about limits does not list. */
export function findUnlisted(sources: ReadonlyMap<string, string>, page: string): string[] {
  return [...sources].flatMap(([path, text]) =>
    growing.test(text) && !page.includes(`\`${path}\``) ? [path] : [],
  );
}

export function checkLimits(root: string): string[] {
  const paths = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  return findUnlisted(sources, readFileSync(join(root, 'docs/limits.md'), 'utf8'));
}
