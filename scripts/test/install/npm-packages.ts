import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder, packageFolder } from '../../../test/support/node-cache.ts';
import { run } from './execute.ts';
import { putIntoPlace } from './into-place.ts';

/** Installs exactly the lock file of `test/nodes/<name>`, without install scripts. */
export async function installFromNpm(name: string, signal: AbortSignal): Promise<void> {
  await putIntoPlace(installedFolder(name), async (aside) => {
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(join(packageFolder(name), file), join(aside, file));
    }
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    await run(['npm', 'ci', '--ignore-scripts', ...quiet], signal, { cwd: aside });
  });
}
