/** A position in the order of a stage, most recently active first. */
export interface Position {
  /** To the microsecond, as in the database. A less exact time would skip people or show them twice. */
  at: string;
  id: string;
}

const pad = (time: Date): string => time.toISOString().replace('Z', '000Z');

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the position above everyone active at that time and below everyone active later. */
export const topOf = (time: Date): Position => ({ at: pad(time), id: highestId });

export const lowest: Position = {
  at: '0001-01-01T00:00:00.000000Z',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Times have equal lengths and ids are lower case, so comparing them as text is correct. */
export const isAbove = (one: Position, other: Position): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at;

/** Returns the lower of two positions; undefined is above everyone. */
export const lower = (one: Position | undefined, other: Position): Position =>
  one && isAbove(other, one) ? one : other;

/** Returns the position right above a person, who is then the next one below it. */
export function rightAbove({ at, id }: Position): Position {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return { at, id: next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

export function merge<T extends Position>(...lists: readonly (readonly T[])[]): T[] {
  return lists.flat().toSorted((one, other) => (isAbove(one, other) ? -1 : 1));
}
