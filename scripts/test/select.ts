import { isAbsolute, relative } from 'node:path';
import { CHECKS, JUDGES, KINDS, type Kind, type TestFile } from './kinds.ts';

export interface Selection {
  /** Includes kinds without files, so that the summary can report them. */
  readonly kinds: readonly Kind[];
  /** Kinds that an argument names. The run fails if one of them cannot run. */
  readonly named: ReadonlySet<Kind>;
  readonly files: readonly TestFile[];
}

export class NothingMatches extends Error {}

/** Selects everything without arguments, otherwise the union of the arguments: `check`, a kind, or a part of a path. */
export function select(wishes: readonly string[], files: readonly TestFile[], root: string): Selection {
  const kinds = new Set<Kind>(wishes.length === 0 ? KINDS : []);
  const asked = new Set<Kind>();
  const chosen = new Set<TestFile>();
  for (const wish of wishes) {
    const named = wish === 'check' ? CHECKS : KINDS.filter((kind) => kind === wish);
    for (const kind of named) {
      kinds.add(kind);
      asked.add(kind);
    }
    if (named.length > 0) continue;
    const piece = isAbsolute(wish) ? relative(root, wish) : wish.replace(/^\.\//, '');
    const found = files.filter(({ path, kind }) => !JUDGES.has(kind) && path.includes(piece));
    if (found.length === 0) throw new NothingMatches(`No test file and no part matches "${wish}".`);
    for (const file of found) chosen.add(file);
  }
  if ([...JUDGES].some((kind) => kinds.has(kind))) kinds.add('database');
  const selected = files.filter((file) => kinds.has(file.kind) || chosen.has(file));
  for (const { kind } of selected) kinds.add(kind);
  return { kinds: KINDS.filter((kind) => kinds.has(kind)), named: asked, files: selected };
}
