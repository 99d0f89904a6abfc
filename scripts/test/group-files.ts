import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind, TestFile } from './kinds.ts';
import type { Group } from './run-files.ts';

interface Bounds {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Size limits of groups for the kinds whose files share processes. A group that is too large ends last while other
 * processors are idle.
 */
const BOUNDS: Partial<Record<Kind, Bounds>> = {
  unit: { files: 80, bytes: 300_000 },
  database: { files: 40, bytes: 300_000 },
  browser: { files: 8, bytes: 60_000 },
};

/** Background jobs may outlive their test file, so such files share processes only with each other. */
const RUNS_JOBS = /\b(?:runJobs|startJobs|runTaskListOnce)\(/;

interface Filling extends Bounds {
  readonly kind: Kind;
  readonly runsJobs: boolean;
  readonly paths: string[];
}

/** Groups small files of one kind into shared processes. */
export function groupFiles(files: readonly TestFile[], root: string): Group[] {
  const groups: Filling[] = [];
  for (const { path, kind } of files) {
    const bounds = BOUNDS[kind];
    const source = bounds ? readFileSync(join(root, path), 'utf8') : '';
    const runsJobs = RUNS_JOBS.test(source);
    const last = groups.findLast((group) => group.kind === kind && group.runsJobs === runsJobs);
    const filled = { files: (last?.files ?? 0) + 1, bytes: (last?.bytes ?? 0) + source.length };
    if (last && bounds && filled.files <= bounds.files && filled.bytes <= bounds.bytes) {
      last.paths.push(path);
      Object.assign(last, filled);
    } else {
      groups.push({ kind, runsJobs, files: 1, bytes: source.length, paths: [path] });
    }
  }
  return groups.map(({ paths }) => paths);
}
