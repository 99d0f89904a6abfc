import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Scope } from './feed.rules.ts';
import { gapAt, gapBelow, nextGap, type Gap } from './gap.rules.ts';
import { findByAge, findChangedIn, findGoing, findInScope, type Search, type Shown } from './feed.store.ts';
import { isAbove, lowest, rightAbove, type Position } from './position.rules.ts';

/** Limits on how many rows one feed query examines. */
export interface ScanLimits {
  /** Rows examined by the first query of a range. Most pages need only this one. */
  first: number;
  /** Rows examined by each later query, which also reads all of the viewer’s reactions at once. */
  most: number;
  /** Ranges without a match that are shorter than this are scanned again instead of being stored. */
  minStoredGap: number;
  /** If at most this many people have the wanted ages, they are read from the age index instead. */
  maxByAge: number;
}
export const usualPace: ScanLimits = { first: 500, most: 100_000, minStoredGap: 500, maxByAge: 4000 };

export interface Known {
  pace: ScanLimits;
  gaps: readonly Gap[];
  /** Snapshot from before the walk. People who change later have not been examined. */
  snapshot: string;
  holdUntil: Date;
  /**
   * Whether few people or none in the whole country have the wanted ages; undefined until a search has counted them.
   */
  ageGroup: 'few' | 'nobody' | undefined;
}

export type Walkable = Scope | 'going';

export interface Walked {
  shown: Shown[];
  /** Gaps that are long enough to be stored. */
  gaps: Gap[];
}

/**
 * Returns the next matching people of one stage below a position, as many as wanted or all that are left. Skips gaps,
 * except for people in them who have changed since.
 */
export async function walkScope(
  tx: Tx,
  search: Search,
  scope: Walkable,
  { below, wanted, known }: { below: Position | undefined; wanted: number; known: Known },
): Promise<Walked> {
  const gaps = known.gaps.filter((gap) => gap.stage === scope);
  const walked: Walked = { shown: [], gaps: [] };
  for (let at = below; ;) {
    const missing = wanted - walked.shown.length;
    if (missing <= 0) return walked;
    const gap = gapAt(gaps, at);
    if (at && gap) {
      walked.shown.push(...(await findChangedIn(tx, search, gap, at, missing)));
      at = gap.to;
      continue;
    }
    const until = nextGap(gaps, at)?.from;
    await walkPiece(tx, search, scope, { below: at, notBelow: until, missing, known }, walked);
    if (!until) return walked;
    at = until;
  }
}

interface WalkedPiece {
  below: Position | undefined;
  notBelow: Position | undefined;
  missing: number;
  known: Known;
}

/** Searches one range until enough people are found or the range ends. */
async function walkPiece(
  tx: Tx,
  search: Search,
  scope: Walkable,
  piece: WalkedPiece,
  walked: Walked,
): Promise<void> {
  const { notBelow, known } = piece;
  if (known.ageGroup && scope !== 'going' && (await searchByAge(tx, search, scope, piece, walked))) return;
  let { below, missing } = piece;
  let emptyBelow = below;
  let empty = 0;
  const storeGap = (to: Position): void => {
    // Attendance is not a change of the person’s row, so a stored gap would hide people who confirm later.
    if (empty < known.pace.minStoredGap || scope === 'going') return;
    const from = gapBelow(emptyBelow, search.now);
    // Otherwise the gap would consist only of people who were active just now.
    if (isAbove(from, to)) walked.gaps.push({ stage: scope, from, to, snapshot: known.snapshot });
  };
  for (let turn = 0; missing > 0; turn++) {
    const probes = turn === 0 ? known.pace.first : known.pace.most;
    const reactions = turn === 0 ? 'each' : 'all';
    const looked = {
      below,
      notBelow,
      probes,
      limit: missing,
      hiddenUntil: known.holdUntil,
      reactions,
    } as const;
    const rows = await (scope === 'going'
      ? findGoing(tx, search, looked)
      : findInScope(tx, search, scope, looked));
    // Recently active people change position with each request, so gaps among them are not stored.
    const settled = below !== undefined && !isAbove(below, gapBelow(undefined, search.now));
    let counted = 0;
    for (const { at, id, card, left, number } of rows) {
      if (settled) empty += number - counted - 1;
      counted = number;
      below = left ? rightAbove({ at, id }) : { at, id };
      if (left) continue;
      storeGap(rightAbove(below));
      [emptyBelow, empty] = [below, 0];
      if (card === null) continue;
      walked.shown.push({ at, id, card });
      missing -= 1;
    }
    const goesOn = rows.at(-1)?.left === true;
    if (!goesOn && rows.length < looked.limit) {
      // The range has no further match. The number of rows after the last match is unknown; after the first query it
      // may be thousands.
      if (turn > 0) empty = Infinity;
      storeGap(notBelow ?? lowest);
      return;
    }
    // If so few people match, people of a rare age are found faster through the age index.
    const expectedRows = (missing * probes) / Math.max(rows.length - 1, 0.5);
    if (turn > 0 || scope === 'going' || search.filter.unstatedAge || expectedRows <= 2 * known.pace.maxByAge)
      continue;
    if (await searchByAge(tx, search, scope, { below, notBelow, missing, known }, walked)) return;
  }
}

/** Reads candidates by age. Returns false if the age group is too large for that. */
async function searchByAge(
  tx: Tx,
  search: Search,
  scope: Scope,
  { below, notBelow, missing, known }: WalkedPiece,
  walked: Walked,
): Promise<boolean> {
  if (known.ageGroup === 'nobody') return true;
  const piece = { below, notBelow, probes: known.pace.maxByAge, limit: missing };
  const rows = await findByAge(tx, search, scope, piece);
  const all = rows.pop();
  if (!all || all.left) return false;
  known.ageGroup = all.number === 0 ? 'nobody' : 'few';
  walked.shown.push(...rows.flatMap(({ at, id, card }) => (card === null ? [] : [{ at, id, card }])));
  return true;
}
