import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder, packageFolder } from './node-cache.ts';

/** The beginning of the command line: our script, and where the packages that it runs are installed. */
export function findCashNode(): string[] | undefined {
  const modules = join(installedFolder('bitcoin-cash'), 'node_modules');
  if (!existsSync(join(modules, 'bcash'))) return undefined;
  return [process.execPath, join(packageFolder('bitcoin-cash'), 'node.mjs'), modules];
}
