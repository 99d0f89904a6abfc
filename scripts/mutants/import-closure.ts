import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveImport } from '../imports/layers.ts';
import { findImports } from '../imports/source.ts';

const sources = new Map<string, string>();
const imports = new Map<string, readonly string[]>();
const closures = new Map<string, readonly string[]>();

export function sourceOf(root: string, path: string): string {
  const known = sources.get(path);
  if (known !== undefined) return known;
  const source = readFileSync(join(root, path), 'utf8');
  sources.set(path, source);
  return source;
}

function importsOf(root: string, path: string): readonly string[] {
  const known = imports.get(path);
  if (known) return known;
  const found = findImports(sourceOf(root, path)).flatMap(({ specifier, typeOnly }) => {
    const target = resolveImport(path, specifier);
    return typeOnly || target === undefined || !target.endsWith('.ts') ? [] : [target];
  });
  imports.set(path, found);
  return found;
}

/** Returns the file and all that it imports, in a fixed order. */
export function closureOf(root: string, path: string): readonly string[] {
  const known = closures.get(path);
  if (known) return known;
  const found = new Set([path]);
  for (const file of found) for (const target of importsOf(root, file)) found.add(target);
  const closure = [...found].toSorted();
  closures.set(path, closure);
  return closure;
}
