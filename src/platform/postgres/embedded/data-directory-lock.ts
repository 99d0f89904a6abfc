import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { codeOf } from './embedded-failure.ts';

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of the directory.
 * An abstract Unix socket is held rather than a file with a pid: the kernel takes it away with the process,
 * however that ends, so there is no stale lock to judge.
 */
export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  const name = await socketName(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const server = await tryListen(name);
    if (server !== undefined) return { release: () => close(server) };
    const holder = await askHolder(name);
    // A holder that does not answer may have ended in between.
    if (holder === undefined && attempt < 3) continue;
    throw new StartError(
      `${dataDir} is in use by another Praça${holder === undefined ? '' : ` (process ${holder})`}. ` +
        'Stop it, or set DATA_DIR to another directory.',
    );
  }
}

/** The name is a secret of the directory's owner, or any local account could take it first. */
async function socketName(dataDir: string): Promise<string> {
  const secret = await readOrCreateSecret(join(dataDir, 'lock'));
  // With the inode, a copy of the directory is another directory.
  const { dev, ino } = await stat(dataDir);
  const digest = createHash('sha256').update(`${secret}:${dev}:${ino}`).digest('hex');
  return `\0praca-${digest.slice(0, 40)}`;
}

async function readOrCreateSecret(path: string): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) return existing;
  // Linked into place, so that another starter never reads a half-written one.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}

function tryListen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    // Exclusive: in a cluster, Node would otherwise share the socket between the workers.
    server.listen({ path: name, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}

function askHolder(name: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ path: name });
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString('latin1').slice(0, 20)));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve(/^\d+$/.test(answer) ? Number(answer) : undefined));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
