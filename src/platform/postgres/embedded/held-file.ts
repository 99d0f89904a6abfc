import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';
import { codeOf } from './embedded-failure.ts';

const SQLITE_BUSY = 5;

/** References keep the databases open: garbage collection would close them and release the locks. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file in the directory and returns the function that releases the lock, or undefined if it is taken. Node has
 * no API for kernel file locks, so the lock is taken through SQLite.
 */
export async function tryHoldFile(dataDir: string): Promise<(() => Promise<void>) | undefined> {
  const path = join(dataDir, 'lock.db');
  await createClosed(path);
  const database = await tryLock(path);
  if (database === undefined) return undefined;
  held.add(database);
  await writeFile(holderPath(dataDir), String(process.pid), { mode: 0o600 });
  return async () => {
    if (!held.delete(database)) return;
    await rm(holderPath(dataDir), { force: true });
    database.close();
  };
}

async function tryLock(path: string): Promise<DatabaseSync | undefined> {
  let database: DatabaseSync | undefined;
  try {
    const sqlite = await import('node:sqlite');
    database = new sqlite.DatabaseSync(path);
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${path}, the lock of the directory, cannot be taken: ${reason}.`);
  }
}

/**
 * Creates the file for this account only, because any account that may open the file could lock it. An existing file is
 * not opened: closing it would release a lock that this process holds.
 */
async function createClosed(path: string): Promise<void> {
  await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

const holderPath = (dataDir: string): string => join(dataDir, 'lock.pid');

export async function findFileHolder(dataDir: string): Promise<number | undefined> {
  const text = await readFile(holderPath(dataDir), 'utf8').catch(() => '');
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
