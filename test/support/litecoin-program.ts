import { accessSync, constants } from 'node:fs';

/** Debian's own; the one in /usr/bin is a wrapper that writes to the home folder. */
const INSTALLED = '/usr/lib/litecoin/litecoind';

/** The node to test with: the one that `LITECOIND` names, else the one that Debian installs. */
export function findLitecoind(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = environment['LITECOIND'] || INSTALLED;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
