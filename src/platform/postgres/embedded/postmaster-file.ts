import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './embedded-failure.ts';

/** Contents of `postmaster.pid`, which a running PostgreSQL writes. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

export function postmasterFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(postmasterFilePath(cluster), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
  const [pid, , , port, socketDirectory = '', , , status = ''] = text.split('\n');
  return { pid: Number(pid), port: Number(port), socketDirectory, ready: status.trim() === 'ready' };
}
