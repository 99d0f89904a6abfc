import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The running processes of the system. Zombies do not count. */
export interface ProcessTable {
  childrenOf(pid: number): number[];
  isAlive(pid: number): boolean;
  /** Returns the command lines of a process group, or of all processes. */
  commands(group?: number): string[];
}

/** Reads /proc on Linux, and uses `ps` on other systems. */
export function processTableOf(platform: NodeJS.Platform): ProcessTable {
  return platform === 'linux' ? files : ps;
}

const files: ProcessTable = {
  childrenOf: (pid) =>
    (readIfThere(`/proc/${pid}/task/${pid}/children`) ?? '').trim().split(' ').filter(Boolean).map(Number),
  isAlive: (pid) => /^State:\s+[^Z\s]/m.test(readIfThere(`/proc/${pid}/status`) ?? ''),
  commands: (group) =>
    readdirSync('/proc').flatMap((pid) => {
      const [state, , itsGroup] = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? [];
      if (state === undefined || state === 'Z') return [];
      if (group !== undefined && Number(itsGroup) !== group) return [];
      return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || [];
    }),
};

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const ps: ProcessTable = {
  childrenOf: (pid) => list().flatMap((process) => (process.parent === pid ? [process.pid] : [])),
  isAlive: (pid) => list('-p', String(pid)).length > 0,
  commands: (wanted) =>
    list().flatMap(({ group, command }) => (wanted === undefined || group === wanted ? [command] : [])),
};

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

function list(...which: string[]): Process[] {
  const fields = ['pid', 'ppid', 'pgid', 'stat', 'args'].flatMap((name) => ['-o', `${name}=`]);
  const asked = spawnSync('ps', [...(which.length > 0 ? which : ['-A']), '-ww', ...fields], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (asked.error) throw asked.error;
  return asked.stdout.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // Excludes the `ps` process itself.
    if (command === undefined || state?.startsWith('Z') || Number(pid) === asked.pid) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command: command.trim() }];
  });
}
