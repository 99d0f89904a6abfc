/** Network ids, as `server_info` gives them, by name. */
const names: ReadonlyMap<string, number> = new Map([
  ['main', 0],
  ['test', 1],
  ['dev', 2],
]);

/** From this id on, a transaction carries its network's id, so that it is invalid on another network. */
const firstNamedId = 1025;
const largestId = 2 ** 32 - 1;

/** Undefined if the text names no network. */
export function readNetworkId(text: string): number | undefined {
  const named = names.get(text);
  if (named !== undefined) return named;
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestId ? Number(text) : undefined;
}

export const describeNetwork = (id: number): string =>
  `xrp ${[...names].find(([, named]) => named === id)?.[0] ?? id}`;

export const networkField = (id: number): { NetworkID?: number } =>
  id < firstNamedId ? {} : { NetworkID: id };

/** A range of ledgers that includes both ends. */
export type LedgerRange = readonly [first: number, last: number];

/** Parses a node's `complete_ledgers`, such as `32570-6595042,6595050` or `empty`. Undefined for any other text. */
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
