import type { SourceFile, Violation } from './violation.ts';

/** One violation for each import that closes a circle in a walk from file to file. */
export function findCycles(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const found: Violation[] = [];
  const done = new Set<string>();
  const trail: string[] = [];

  const walk = (path: string) => {
    trail.push(path);
    for (const edge of files.get(path)?.edges ?? []) {
      const next = edge.to?.path;
      if (next === undefined || edge.typeOnly || done.has(next) || !isInProduct(files.get(next))) continue;
      const start = trail.indexOf(next);
      if (start === -1) walk(next);
      else {
        const circle = [...trail.slice(start), next].join(' → ');
        found.push({
          file: path,
          line: edge.line,
          rule: 'no-cycles',
          sentence: `Imports run in a circle: ${circle}.`,
        });
      }
    }
    trail.pop();
    done.add(path);
  };

  for (const [path, file] of files) if (isInProduct(file) && !done.has(path)) walk(path);
  return found;
}

function isInProduct(file: SourceFile | undefined): boolean {
  return file !== undefined && file.path.startsWith('src/') && !file.isTest;
}
