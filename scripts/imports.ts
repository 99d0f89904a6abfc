import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFeatureCircles, findFileCircles } from './imports/circle-rules.ts';
import { EDGE_RULES } from './imports/edge-rules.ts';
import { findUnusedExports } from './imports/export-rules.ts';
import { findShapeViolations, findSqlOutsideStores, findUnboundedNormalForms } from './imports/file-rules.ts';
import { findFullFolders, findNamesGivenTwice } from './imports/folder-rules.ts';
import { placeOf, resolveImport } from './imports/layers.ts';
import { readSource } from './imports/source.ts';
import type { PackageJson, SourceFile, Violation } from './imports/violation.ts';

export type { PackageJson, Violation } from './imports/violation.ts';

/** Returns all violations of the architecture's import rules. */
export function findViolations(files: ReadonlyMap<string, string>, packageJson: PackageJson): Violation[] {
  const parsed = new Map([...files].map(([path, source]) => [path, parse(path, source)]));
  const found = [
    ...findFileCircles(parsed),
    ...findFeatureCircles(parsed),
    ...findFullFolders(parsed),
    ...findNamesGivenTwice(parsed),
    ...findUnusedExports(parsed),
  ];
  for (const file of parsed.values()) {
    found.push(
      ...checkImports(file, packageJson),
      ...findSqlOutsideStores(file),
      ...findUnboundedNormalForms(file),
      ...findShapeViolations(file),
    );
  }
  return found.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
}

function checkImports(file: SourceFile, packageJson: PackageJson): Violation[] {
  return file.edges.flatMap((edge) =>
    EDGE_RULES.flatMap(([rule, check]) => {
      const sentence = check(edge, packageJson);
      return sentence === undefined ? [] : [{ file: file.path, line: edge.line, rule, sentence }];
    }),
  );
}

function parse(path: string, source: string): SourceFile {
  const place = placeOf(path);
  const text = readSource(/\.[cm]?[jt]s$/.test(path) ? source : '');
  const edges = text.imports.map(({ specifier, line, typeOnly }) => {
    const target = resolveImport(path, specifier);
    return { specifier, line, typeOnly, from: place, to: target === undefined ? undefined : placeOf(target) };
  });
  return { ...place, source, text, edges };
}

export function formatViolation({ file, line, rule, sentence }: Violation): string {
  return `${file}:${line}  ${rule}  ${sentence}`;
}

export function checkRepository(root: string): Violation[] {
  const paths = globSync(['{src,test,bench,scripts,web}/**/*.ts', 'bin/**/*.mjs', 'src/**/*.sql'], {
    cwd: root,
  });
  const files = new Map(paths.toSorted().map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]));
  const packageJson: PackageJson = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  return findViolations(files, packageJson);
}

if (import.meta.main) {
  const violations = checkRepository(fileURLToPath(new URL('..', import.meta.url)));
  for (const violation of violations) console.log(formatViolation(violation));
  if (violations.length > 0) process.exitCode = 1;
}
