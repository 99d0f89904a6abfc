import { resolveImport } from './layers.ts';
import type { SourceFile, Violation } from './violation.ts';

/** Finds exported values of the product that no other file imports, tests included. */
export function findUnusedExports(files: ReadonlyMap<string, SourceFile>): Violation[] {
  const taken = new Set<string>();
  for (const { path, text } of files.values()) {
    for (const { specifier, name } of text.taken)
      taken.add(`${resolveImport(path, specifier)} ${name ?? '*'}`);
  }
  return [...files.values()]
    .filter(({ path, isTest }) => path.startsWith('src/') && !isTest && !taken.has(`${path} *`))
    .flatMap(({ path, text }) =>
      text.exported
        .filter(({ name }) => !taken.has(`${path} ${name}`))
        .map(({ name, line }): Violation => {
          const sentence = `No other file imports ${name}: it need not be exported.`;
          return { file: path, line, rule: 'exports-used', sentence };
        }),
    );
}
