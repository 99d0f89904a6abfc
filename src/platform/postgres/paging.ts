import { firstIdAt } from '../ids.ts';

export interface Page<Item> {
  items: Item[];
  /** Cursor of the following page, or undefined on the last page. */
  next: string | undefined;
}

/** Makes a page of rows that were queried with `limit + 1`. The additional row shows that another page follows. */
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
  /** Inclusive start. */
  from?: Date | undefined;
  /** Exclusive end. */
  to?: Date | undefined;
}

export interface IdRange {
  least: string;
  /** Exclusive upper bound. */
  below: string;
  from: Date;
  to: Date;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const latest = new Date('9999-12-31T23:59:59.999Z');

/** The time within an id is never before the row's timestamp, and less than this later: see `newId`. */
const idLeadMs = 1001;

/**
 * Combines a period and the cursor of a newest-first list into one range of time-ordered ids, which an index serves.
 * The timestamps must still be compared, because the ids are only approximate.
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
 * Returns the range of ids for a period, for tables that are partitioned by id: without it every partition is scanned.
 * The range has one extra day on both sides, because a timestamp may come from another clock than the id. A missing
 * bound means no limit.
 */
export function idsAround(from: Date | null, to: Date | null): Pick<IdRange, 'least' | 'below'> {
  return {
    least: firstIdAt(Math.max(0, (from?.getTime() ?? 0) - dayMs)),
    below: to ? firstIdAt(Math.max(0, to.getTime() + dayMs)) : lastId,
  };
}
