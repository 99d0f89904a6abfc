import { StartError } from '../../start-error.ts';
import { findSocketHolder, tryHoldSocket } from './held-socket.ts';
import { findFileHolder, tryHoldFile } from './held-file.ts';

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of the directory. What is held is taken away by the kernel with the process,
 * however that ends, so there is no stale lock to judge.
 */
export async function lockDataDirectory(
  dataDir: string,
  platform: NodeJS.Platform,
): Promise<DataDirectoryLock> {
  // Only Linux has sockets without a file.
  const [tryHold, findHolder] =
    platform === 'linux' ? [tryHoldSocket, findSocketHolder] : [tryHoldFile, findFileHolder];
  for (let attempt = 1; ; attempt += 1) {
    const release = await tryHold(dataDir);
    if (release !== undefined) return { release };
    const holder = await findHolder(dataDir);
    // A holder that does not answer may have ended in between.
    if (holder === undefined && attempt < 3) continue;
    throw new StartError(
      `${dataDir} is in use by another Praça${holder === undefined ? '' : ` (process ${holder})`}. ` +
        'Stop it, or set DATA_DIR to another directory.',
    );
  }
}
