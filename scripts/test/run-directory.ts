import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTableOf } from '../../test/support/process-table.ts';

const MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;
/** Required space. A run fills at most a third of it. */
const ROOM_BYTES = 4 * 2 ** 30;
const NAME = /^praca-run-(\d+)-/;

/**
 * Creates the directory for all files of a run, in memory if there is enough. A database has some thousand files;
 * creating and deleting them on disk takes longer than most tests.
 */
export function makeRunDirectory(): string {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeLeft(parent);
  const directory = mkdtempSync(join(parent, `praca-run-${process.pid}-`));
  // The account under which PostgreSQL runs must be able to traverse this directory.
  chmodSync(directory, 0o711);
  return directory;
}

function hasRoom(directory: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(directory);
    return type === TMPFS && bavail * bsize >= ROOM_BYTES && process.availableMemory() >= 2 * ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Deletes the directories of killed runs, which would keep their memory. */
export function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && !processTableOf(process.platform).isAlive(pid))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
