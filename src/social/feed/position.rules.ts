/** A place in the order of a stage, from the most recently active down. */
export interface Position {
  /** To the microsecond, as the database has it: a place that is less exact would pass people by, or show them twice. */
  at: string;
  id: string;
}

const pad = (time: Date): string => time.toISOString().replace('Z', '000Z');

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Above whoever was active at that time, and below whoever was later. */
export const topOf = (time: Date): Position => ({ at: pad(time), id: highestId });

/** Below everybody. */
export const lowest: Position = {
  at: '0001-01-01T00:00:00.000000Z',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Times of one length and ids in small letters: as texts they are in the order of their values. */
export const isAbove = (one: Position, other: Position): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at;

/** Of two places the lower one; nothing is above everybody. */
export const lower = (one: Position | undefined, other: Position): Position =>
  one && isAbove(other, one) ? one : other;

/** The place right above somebody: whoever comes next below it is that one. */
export function rightAbove({ at, id }: Position): Position {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return { at, id: next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

/** Several lists, each in its order, as one. */
export function merge<T extends Position>(...lists: readonly (readonly T[])[]): T[] {
  return lists.flat().toSorted((one, other) => (isAbove(one, other) ? -1 : 1));
}
