import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { codeOf } from './embedded-failure.ts';

/**
 * Locks the directory by listening on an abstract Unix socket, and returns the function that releases it. Returns
 * undefined if the socket is taken.
 */
export async function tryHoldSocket(dataDir: string): Promise<(() => Promise<void>) | undefined> {
  const server = await tryListen(await socketName(dataDir));
  return server && (() => close(server));
}

export async function findSocketHolder(dataDir: string): Promise<number | undefined> {
  return askHolder(await socketName(dataDir));
}
/**
 * Returns the name of the socket. It contains a secret of the directory's owner, because any local account could take a
 * predictable name first.
 */
async function socketName(dataDir: string): Promise<string> {
  const secret = await readOrCreateSecret(join(dataDir, 'lock'));
  // The inode makes a copy of the directory another directory.
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
  // Written to a draft and linked into place, so that another process never reads a partial secret.
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
    // Without `exclusive`, Node's cluster module would share the socket between the workers.
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
