import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind, TestFile } from './kinds.ts';
import type { Group } from './run-files.ts';

interface Bounds {
  readonly files: number;
  readonly bytes: number;
}

/** Of kinds whose files share processes. One that does too much is the last to end, while the others have nothing left. */
const BOUNDS: Partial<Record<Kind, Bounds>> = {
  unit: { files: 20, bytes: 60_000 },
  database: { files: 16, bytes: 130_000 },
};

/** Its runner may still ask for a connection when its database is gone, which only ends with the process. */
const RUNS_JOBS = /\b(?:runJobs|startJobs|runTaskListOnce)\(/;

/** Neighbours of one kind share a process, where that is small work; a file that runs jobs has one to itself. */
export function groupFiles(files: readonly TestFile[], root: string): Group[] {
  const groups: { kind: Kind; bytes: number; paths: string[] }[] = [];
  for (const { path, kind } of files) {
    const bounds = BOUNDS[kind];
    const source = bounds ? readFileSync(join(root, path), 'utf8') : '';
    const bytes = bounds && !RUNS_JOBS.test(source) ? source.length : Infinity;
    const last = groups.at(-1);
    if (
      bounds &&
      last?.kind === kind &&
      last.paths.length < bounds.files &&
      last.bytes + bytes <= bounds.bytes
    ) {
      last.paths.push(path);
      last.bytes += bytes;
    } else {
      groups.push({ kind, bytes, paths: [path] });
    }
  }
  return groups.map(({ paths }) => paths);
}
