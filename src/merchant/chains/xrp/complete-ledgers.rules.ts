/** From and to, both included. */
export type LedgerRange = readonly [first: number, last: number];

/** Of `32570-6595042,6595050`, as a node tells which ledgers it has; `empty` is none. Undefined where it is neither. */
export function parseLedgerRanges(text: string): LedgerRange[] | undefined {
  if (text === 'empty') return [];
  const ranges: LedgerRange[] = [];
  for (const part of text.split(',')) {
    const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(part);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) return undefined;
    ranges.push([first, last]);
  }
  return ranges;
}

export const hasLedger = (ranges: readonly LedgerRange[], index: number): boolean =>
  ranges.some(([first, last]) => first <= index && index <= last);
