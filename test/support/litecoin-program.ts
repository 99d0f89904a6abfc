import { accessSync, constants } from 'node:fs';

/** The node's program in Debian's package. `/usr/bin/litecoind` is a wrapper that writes to the home folder. */
const INSTALLED = '/usr/lib/litecoin/litecoind';

/** Returns the path of the node for tests: `LITECOIND`, or else Debian's. Undefined if it is not executable. */
export function findLitecoind(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = environment['LITECOIND'] || INSTALLED;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
