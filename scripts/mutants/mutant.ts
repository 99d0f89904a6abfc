/** A simulated mistake: one place of a file, changed. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly operator: string;
  /** The changed lines before and after, joined into one. */
  readonly before: string;
  readonly after: string;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly operator: string;
}

export function applyEdit(source: string, { start, end, replacement }: Edit): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Returns the mutants without ineffective and duplicate ones. */
export function toMutants(file: string, source: string, edits: readonly Edit[]): Mutant[] {
  const seen = new Set([source]);
  const mutants: Mutant[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const mutated = applyEdit(source, edit);
    if (seen.has(mutated)) continue;
    seen.add(mutated);
    const from = source.lastIndexOf('\n', edit.start - 1) + 1;
    const newline = source.indexOf('\n', edit.end);
    const to = newline === -1 ? source.length : newline;
    mutants.push({
      ...edit,
      file,
      line: source.slice(0, edit.start).split('\n').length,
      before: oneLine(source.slice(from, to)),
      after: oneLine(mutated.slice(from, to + mutated.length - source.length)),
    });
  }
  return mutants;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
