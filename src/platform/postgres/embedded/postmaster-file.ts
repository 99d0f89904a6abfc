import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf } from './embedded-failure.ts';

/** What a running PostgreSQL writes about itself into `postmaster.pid`. */
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

/** Whether the process is a PostgreSQL of this cluster: a pid alone may since belong to anybody. */
export function runsOn(pid: number, cluster: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false;
    // By inode: the directory may have been renamed, or be seen by another path.
    const directory = statSync(`/proc/${pid}/cwd`);
    const wanted = statSync(cluster);
    return directory.dev === wanted.dev && directory.ino === wanted.ino;
  } catch (error) {
    const code = codeOf(error);
    // In a container even root may lack the right to look into another account's process.
    return (code === 'EACCES' || code === 'EPERM') && commandLineNames(pid, cluster);
  }
}

function commandLineNames(pid: number, cluster: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const value = args[args.indexOf('-D') + 1];
    return args.includes('-D') && value !== undefined && resolve(value) === resolve(cluster);
  } catch {
    return false;
  }
}

/** Every process of this cluster, also those that outlived their postmaster. */
export function findProcessesOn(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => runsOn(pid, cluster));
}
