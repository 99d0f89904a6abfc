import { posix } from 'node:path';
import type { SourceFile, Violation } from './violation.ts';

const MOST_FILES = 16;

export function findFullFolders(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const sources = [...files.values()].filter(isSource);
  return [...Map.groupBy(sources, ({ path }) => posix.dirname(path))]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([folder, { length }]) => {
      const sentence = `${length} source files are too many: ${MOST_FILES} at most; divide them by the flow of data.`;
      return { file: folder, line: 1, rule: 'folder-size', sentence };
    });
}

/** Finds files with the same name in one service or in the platform, which are easily confused. */
export function findNamesGivenTwice(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const sources = [...files.values()].filter(
    (file) => isSource(file) && (file.area === 'service' || file.area === 'platform'),
  );
  const byName = Map.groupBy(
    sources,
    ({ path, service }) => `${service ?? 'platform'}/${posix.basename(path)}`,
  );
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map(({ path }): Violation => {
      const sentence = `It has the name of ${first?.path}: two things need two words.`;
      return { file: path, line: 1, rule: 'names-once', sentence };
    }),
  );
}

function isSource({ path, isTest }: SourceFile): boolean {
  return path.startsWith('src/') && path.endsWith('.ts') && !isTest;
}
