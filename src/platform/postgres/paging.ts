import { firstIdAt } from '../ids.ts';

export interface Page<Item> {
  items: Item[];
  /** Where the following page begins; undefined where there is none. */
  next: string | undefined;
}

/** Of rows that were asked for with one more than the page holds: that one says whether another page follows. */
export function takePage<Item>(
  rows: readonly Item[],
  limit: number,
  placeOf: (last: Item) => string,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? placeOf(last) : undefined };
}

export interface Period {
  /** From this moment on. */
  from?: Date | undefined;
  /** Before this moment. */
  to?: Date | undefined;
}

export interface IdRange {
  least: string;
  /** Not itself. */
  below: string;
  from: Date;
  to: Date;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const latest = new Date('9999-12-31T23:59:59.999Z');

/** An id is never older than the moment beside it, and by less than this younger: see `newId`. */
const idLeadMs = 1001;

/**
 * A period, and the place after which a newest-first page begins, as one range of time-ordered ids, which an index
 * serves. The moments are still to be compared: ids only come close to them.
 */
export function idRange({ from, to }: Period, cursor: string | undefined): IdRange {
  const untilMs = to && to.getTime() + idLeadMs;
  const end = untilMs === undefined || untilMs < 0 ? lastId : firstIdAt(untilMs);
  return {
    least: firstIdAt(Math.max(0, from?.getTime() ?? 0)),
    below: cursor !== undefined && cursor.toLowerCase() < end ? cursor : end,
    from: from ?? new Date(0),
    to: to ?? latest,
  };
}

const dayMs = 24 * 3_600_000;

/**
 * The ids of a time, for tables in partitions by them: without it every partition is looked at. A day more on both
 * sides, since a moment beside an id may be of another clock; without a beginning or an end, from the first, to the last.
 */
export function idsAround(from: Date | null, to: Date | null): Pick<IdRange, 'least' | 'below'> {
  return {
    least: firstIdAt(Math.max(0, (from?.getTime() ?? 0) - dayMs)),
    below: to ? firstIdAt(Math.max(0, to.getTime() + dayMs)) : lastId,
  };
}
