import { StartError } from '../../start-error.ts';
import { findSocketHolder, tryHoldSocket } from './held-socket.ts';
import { findFileHolder, tryHoldFile } from './held-file.ts';

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of the directory. The kernel releases the lock when the process ends, even after a
 * crash, so there are no stale locks.
 */
export async function lockDataDirectory(
  dataDir: string,
  platform: NodeJS.Platform,
): Promise<DataDirectoryLock> {
  // Abstract sockets exist on Linux only.
  const [tryHold, findHolder] =
    platform === 'linux' ? [tryHoldSocket, findSocketHolder] : [tryHoldFile, findFileHolder];
  for (let attempt = 1; ; attempt += 1) {
    const release = await tryHold(dataDir);
    if (release !== undefined) return { release };
    const holder = await findHolder(dataDir);
    // No holder found: it may have ended in between.
    if (holder === undefined && attempt < 3) continue;
    throw new StartError(
      `${dataDir} is in use by another Praça${holder === undefined ? '' : ` (process ${holder})`}. ` +
        'Stop it, or set DATA_DIR to another directory.',
    );
  }
}
