import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where nodes for tests are kept between runs and between checkouts; nothing of it is part of the system. */
export function nodeCache(environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'praca', 'test-nodes');
}

/** What a node needs of npm: its own `package.json` and lock file. */
export const packageFolder = (name: string): string => join(import.meta.dirname, '../nodes', name);

/** Where those packages are installed, by what the lock file says: another version is another folder. */
export function installedFolder(name: string): string {
  const lock = readFileSync(join(packageFolder(name), 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return join(nodeCache(), `${name}-${digest}`);
}
