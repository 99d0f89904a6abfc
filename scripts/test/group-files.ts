import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './kinds.ts';
import type { Group } from './run-files.ts';

/** A process that does too much is the last to end, while the others have nothing left. */
const MOST_FILES = 6;
const MOST_BYTES = 40_000;

/** Its runner may still ask for a connection when its database is gone, which only ends with the process. */
const RUNS_JOBS = /\b(?:runJobs|startJobs|runTaskListOnce)\(/;

/**
 * Neighbours of the kind whose files load the whole app share a process; every other file, and one that runs jobs, has
 * one to itself.
 */
export function groupFiles(files: readonly TestFile[], root: string): Group[] {
  const groups: string[][] = [];
  let bytes = Infinity;
  for (const { path, kind } of files) {
    const source = kind === 'database' ? readFileSync(join(root, path), 'utf8') : '';
    const size = source === '' || RUNS_JOBS.test(source) ? Infinity : source.length;
    const group = groups.at(-1);
    bytes += size;
    if (group && group.length < MOST_FILES && bytes <= MOST_BYTES) {
      group.push(path);
    } else {
      groups.push([path]);
      bytes = size;
    }
  }
  return groups;
}
