import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder, packageFolder } from './node-cache.ts';

/** Returns the first arguments of the command line: our script and the folder of its packages. */
export function findCashNode(): string[] | undefined {
  const modules = join(installedFolder('bitcoin-cash'), 'node_modules');
  if (!existsSync(join(modules, 'bcash'))) return undefined;
  return [process.execPath, join(packageFolder('bitcoin-cash'), 'node.mjs'), modules];
}
