import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileOutcome } from './outcome.ts';
import type { Group } from './run-files.ts';

/** Duration of a file's last run on this machine. */
export type Cost = Readonly<Pick<FileOutcome, 'durationMs'>>;
export type Costs = Readonly<Record<string, Cost>>;

const fileOf = (root: string): string => join(root, 'node_modules/.cache/praca-test-costs.json');

/** Returns an empty record on a machine that has run no tests yet. */
export function readCosts(root: string): Costs {
  try {
    return JSON.parse(readFileSync(fileOf(root), 'utf8')) as Costs;
  } catch {
    return {};
  }
}

export function keepCosts(root: string, outcomes: readonly FileOutcome[]): void {
  const costs = outcomes.map(({ file, durationMs }) => [file, { durationMs }]);
  mkdirSync(dirname(fileOf(root)), { recursive: true });
  writeFileSync(
    fileOf(root),
    JSON.stringify({ ...readCosts(root), ...Object.fromEntries(costs) }, undefined, 1),
  );
}

/**
 * Sorts groups by duration, longest first, so that no processor waits for the last one. Groups of unknown duration come
 * before all others, in the given order.
 */
export function longestFirst(groups: readonly Group[], costs: Costs): Group[] {
  const durationOf = (group: Group) =>
    group.reduce((sum, file) => sum + (costs[file]?.durationMs ?? Infinity), 0);
  return groups.toSorted((one, other) => {
    const [first, second] = [durationOf(one), durationOf(other)];
    return first === second ? 0 : second - first;
  });
}
