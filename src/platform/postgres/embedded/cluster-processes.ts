import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../../start-error.ts';
import { codeOf } from './embedded-failure.ts';

/**
 * Finds the processes of a cluster. A pid alone is not enough, because the system may have given it to another process.
 */
export interface ClusterProcesses {
  runsOn(pid: number, cluster: string): boolean;
  /** Returns every process of the cluster, including those that outlived their postmaster. */
  findAll(cluster: string): number[];
}

export function clusterProcessesOf(platform: NodeJS.Platform): ClusterProcesses {
  return platform === 'linux' ? readFromProc : askedOfPs;
}

/**
 * Returns the name that all processes of a cluster have in their titles. It is derived from the inode, so that a copy
 * of the directory is another cluster.
 */
export function nameOfCluster(cluster: string): string {
  const { dev, ino } = statSync(cluster);
  return `praca-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`;
}

const isPid = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 0;

const readFromProc: ClusterProcesses = {
  runsOn(pid, cluster) {
    if (!isPid(pid)) return false;
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false;
      // Compared by inode: the directory may have been renamed, or be reached by another path.
      const directory = statSync(`/proc/${pid}/cwd`);
      const wanted = statSync(cluster);
      return directory.dev === wanted.dev && directory.ino === wanted.ino;
    } catch (error) {
      const code = codeOf(error);
      // In a container even root may lack the right to read another account's /proc entry.
      return (code === 'EACCES' || code === 'EPERM') && commandLineNames(pid, cluster);
    }
  },
  findAll: (cluster) =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => readFromProc.runsOn(pid, cluster)),
};

function commandLineNames(pid: number, cluster: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const value = args[args.indexOf('-D') + 1];
    return args.includes('-D') && value !== undefined && resolve(value) === resolve(cluster);
  } catch {
    return false;
  }
}

/** Uses `ps`, which every Unix has. It shows no directories but the titles, which contain the name of the cluster. */
const askedOfPs: ClusterProcesses = {
  runsOn(pid, cluster) {
    if (!isPid(pid) || !isAlive(pid)) return false;
    const isOfCluster = titleMatcher(cluster);
    return ps('-p', String(pid)).some(({ title }) => isOfCluster(title));
  },
  findAll(cluster) {
    const isOfCluster = titleMatcher(cluster);
    return ps('-A').flatMap(({ pid, title }) => (isOfCluster(title) ? [pid] : []));
  },
};

/**
 * Returns a test for process titles. The postmaster's title is its command line; those of its children describe their
 * work: `postgres: praca-…: checkpointer`.
 */
function titleMatcher(cluster: string): (title: string) => boolean {
  const name = findName(cluster);
  if (name === undefined) return () => false;
  const postmaster = new RegExp(`^(?:.*/)?postgres -D .* cluster_name=${name}(?: |$)`);
  return (title) => title.startsWith(`postgres: ${name}: `) || postmaster.test(title);
}

function findName(cluster: string): string | undefined {
  try {
    return nameOfCluster(cluster);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function ps(...which: string[]): { pid: number; title: string }[] {
  const { stdout, error } = spawnSync('ps', [...which, '-ww', '-o', 'pid=', '-o', 'args='], {
    encoding: 'utf8',
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined)
    throw new StartError(`"ps" is needed to find out whether PostgreSQL still runs: ${error.message}.`);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, title] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return title === undefined ? [] : [{ pid: Number(pid), title }];
  });
}
