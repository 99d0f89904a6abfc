import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Files that are linted. The linter ignores what git ignores. */
const LINTED = '**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}';
const IGNORED = /(?:^|\/)(?:node_modules|\.praca|\.git|dist|results)(?:\/|$)/;
/** A change of these files requires linting everything: they decide the rules and the types. */
const EVERYWHERE = [
  '**/package.json',
  'package-lock.json',
  '.oxlintrc.json',
  '**/tsconfig.json',
  'scripts/lint/*.ts',
  'scripts/checks/{lint.test,tool}.ts',
];
/** May also match text that is not an import; that does no harm. */
const SPECIFIER = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
/** The file declares types for files that do not import it. */
const SPEAKS_OF_OTHERS = /^\s*declare (?:global|module)\b/m;

/** Hash of each file's text and of all that it imports. */
export type Keys = ReadonlyMap<string, string>;

export function readKeys(root: string): Keys {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (path) => IGNORED.test(path.replaceAll('\\', '/')) }).toSorted();
  const texts = new Map(find(LINTED).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const everywhere = createHash('sha256');
  for (const path of EVERYWHERE.flatMap(find)) everywhere.update(readFileSync(join(root, path)));
  for (const [path, text] of texts)
    if (SPEAKS_OF_OTHERS.test(text) || /\.d\.[mc]?ts$/.test(path)) everywhere.update(path).update(text);
  const shared = everywhere.digest('hex');
  const own = new Map([...texts].map(([path, text]) => [path, hash(path, text)]));
  const imported = new Map([...texts].map(([path, text]) => [path, findImported(path, text)]));
  return new Map(
    [...texts.keys()].map((path) => {
      const closure = closureOf(path, imported).map((file) => own.get(file) ?? file);
      return [path, hash(shared, ...closure.toSorted())];
    }),
  );
}

const hash = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex');

const findImported = (path: string, text: string): string[] =>
  [...text.matchAll(SPECIFIER)].flatMap(([, specifier = '']) =>
    // `@praca/client` is the only package whose text may change without the lock file.
    specifier === '@praca/client'
      ? ['packages/client/src/index.ts']
      : specifier.startsWith('.')
        ? [posix.join(posix.dirname(path), specifier)]
        : [],
  );

function closureOf(path: string, imported: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set([path]);
  for (const file of found) for (const target of imported.get(file) ?? []) found.add(target);
  return [...found];
}

/** Returns the files whose hash differs from that of the last clean run. */
export const findChanged = (keys: Keys, clean: Keys): string[] =>
  [...keys].flatMap(([path, key]) => (clean.get(path) === key ? [] : path));

export function readClean(path: string): Keys {
  try {
    const known: [string, string][] = JSON.parse(readFileSync(path, 'utf8'));
    return new Map(known);
  } catch {
    // Missing or truncated: all files are linted.
    return new Map();
  }
}

export function keepClean(path: string, keys: Keys): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify([...keys]));
}
