import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../test/support/record-rows.ts';
import { findClaims, type Claim } from './row-types/claims.ts';
import { compileChecks } from './row-types/compile-checks.ts';

/**
 * Compares the row type of every statement (`sql<Row[]>`…``) with the columns seen while tests ran, which
 * `test/support/record-rows.ts` has recorded in the directory. Returns a sentence for each mismatch and for each
 * statement that no test ran.
 */
export function checkRowTypes(root: string, observationsDirectory: string): string[] {
  const observations = readObservations(observationsDirectory);
  const claims = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .toSorted()
    .flatMap((file) => findClaims(readFileSync(join(root, file), 'utf8')).map((claim) => ({ file, claim })))
    .map((found) => ({ ...found, seen: observations.get(siteOf(found)) ?? [] }));
  const unseen = claims.filter(({ seen }) => seen.length === 0);
  const checks = claims.flatMap(({ seen, ...found }) =>
    seen.map((observation) => ({ ...found, observation })),
  );
  return [
    ...unseen.map((found) => complain(found, 'no test runs the statement')),
    ...compileChecks(root, checks).map(({ check, sentence }) => complain(check, sentence)),
  ];
}

interface Found {
  readonly file: string;
  readonly claim: Claim;
}

const siteOf = ({ file, claim: { line, column } }: Found): string => `${file}:${line}:${column}`;
const complain = ({ file, claim: { line, type } }: Found, complaint: string): string =>
  `${file}:${line}: ${type.replaceAll(/\s+/g, ' ')}: ${complaint}`;

/** Returns the observations by call site. A statement composed of variable parts has one for each list of columns. */
function readObservations(directory: string): Map<string, Observation[]> {
  const all = globSync('*.json', { cwd: directory }).flatMap((file): Observation[] =>
    JSON.parse(readFileSync(join(directory, file), 'utf8')),
  );
  const alike = Map.groupBy(all, ({ site, columns }) => JSON.stringify([site, columns]));
  const merged = alike.values().flatMap(([first, ...others]) => {
    const nulls = new Set([first, ...others].flatMap((one) => one?.nulls ?? []));
    return first ? [{ ...first, nulls: [...nulls] }] : [];
  });
  return Map.groupBy(merged, ({ site }) => site);
}
