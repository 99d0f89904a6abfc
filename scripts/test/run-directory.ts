import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTableOf } from '../../test/support/process-table.ts';

const MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;
/** A run fills a third of it at most. */
const ROOM_BYTES = 4 * 2 ** 30;
const NAME = /^praca-run-(\d+)-/;

/**
 * Where everything of a run lies: in memory where there is plenty. A database is some thousand files, and to make and
 * remove them takes a disk's file system longer than most tests take.
 */
export function makeRunDirectory(): string {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeLeft(parent);
  const directory = mkdtempSync(join(parent, `praca-run-${process.pid}-`));
  // The account that PostgreSQL runs as must be able to pass.
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

/** Of runs that were killed: nobody else gives their memory back. */
export function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && !processTableOf(process.platform).isAlive(pid))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
