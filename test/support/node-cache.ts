import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder of test nodes, which is shared between runs and checkouts. The product never uses it. */
export function nodeCache(environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'praca', 'test-nodes');
}

/** Returns the folder with the `package.json` and lock file of a node's npm packages. */
export const packageFolder = (name: string): string => join(import.meta.dirname, '../nodes', name);

/**
 * Returns the folder where these packages are installed. It depends on the lock file, so another version uses another
 * folder.
 */
export function installedFolder(name: string): string {
  const lock = readFileSync(join(packageFolder(name), 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return join(nodeCache(), `${name}-${digest}`);
}
