/** A line of the comparison: unchanged, removed or added. */
export interface ComparedLine {
  readonly change: 'same' | 'gone' | 'new';
  readonly text: string;
}

/**
 * Largest product of both line counts. Above it all lines between the first and the last change count as replaced, to
 * bound time and memory.
 */
const mostCells = 4_000_000;

/** Compares two texts by lines with the fewest possible changes. */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, fresh] = [before, after].map((text) =>
    text === '' ? [] : text.replaceAll('\r\n', '\n').split('\n'),
  ) as [string[], string[]];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++;
  let end = 0;
  while (
    end < Math.min(old.length, fresh.length) - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end++;
  const same = (text: string): ComparedLine => ({ change: 'same', text });
  return [
    ...old.slice(0, start).map(same),
    ...compareMiddle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

function compareMiddle(old: readonly string[], fresh: readonly string[]): ComparedLine[] {
  const gone = (text: string): ComparedLine => ({ change: 'gone', text });
  const added = (text: string): ComparedLine => ({ change: 'new', text });
  const width = fresh.length + 1;
  if (old.length * fresh.length > mostCells || old.length === 0 || fresh.length === 0)
    return [...old.map(gone), ...fresh.map(added)];
  // Length of the longest common subsequence of the remaining lines.
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = fresh.length - 1; column >= 0; column--)
      common[row * width + column] =
        old[row] === fresh[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: ComparedLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const [one, other] = [old[row], fresh[column]];
    if (one !== undefined && one === other) {
      lines.push({ change: 'same', text: one });
      row++;
      column++;
    } else if (one !== undefined && (other === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(gone(one));
      row++;
    } else {
      lines.push(added(other ?? ''));
      column++;
    }
  }
  return lines;
}

/** Returns the changed lines with `around` lines of context. Null marks omitted lines. */
export function shortenSame(lines: readonly ComparedLine[], around = 2): (ComparedLine | null)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ change }) => change !== 'same'),
  );
  return lines.flatMap((line, at) => (isNear[at] ? [line] : isNear[at - 1] !== false ? [null] : []));
}
