import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCodeEdits } from './code-mutants.ts';
import { toMutants, type Edit, type Mutant } from './mutant.ts';
import { findSqlEdits } from './sql-mutants.ts';

/** Platform files that are as pure as rules files. */
const PURE = new Set(
  ['money', 'retry-after', 'normal-form', 'ids', 'http/language', 'outbound/public-address'].map(
    (name) => `src/platform/${name}.ts`,
  ),
);

export function findMutants(root: string, wishes: readonly string[]): Mutant[] {
  return globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .filter((file) => wishes.length === 0 || wishes.some((wish) => file.includes(wish.replace(/^\.\//, ''))))
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
}

export function mutantsOf(file: string, source: string): Mutant[] {
  return toMutants(file, source, editsOf(file, source));
}

function editsOf(file: string, source: string): Edit[] {
  if (file.endsWith('.rules.ts') || PURE.has(file)) return findCodeEdits(source, 'all');
  if (file.endsWith('.store.ts')) return [...findCodeEdits(source, 'conditions'), ...findSqlEdits(source)];
  // SQL of the platform is not limited to store files.
  return file.startsWith('src/platform/') ? findSqlEdits(source) : [];
}

/** Draws a reproducible sample and keeps the order. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = mulberry32(seed);
  const drawn = all
    .map((one, index) => ({ one, index, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, count);
  return drawn.toSorted((a, b) => a.index - b.index).map(({ one }) => one);
}

function mulberry32(seed: number): () => number {
  let state = Math.trunc(seed);
  return () => {
    state = (state + 0x6d_2b_79_f5) % 0x1_0000_0000;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
