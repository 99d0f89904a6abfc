import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Scope } from './feed.rules.ts';
import { gapAt, gapBelow, nextGap, type Gap } from './gap.rules.ts';
import { findBorn, findChangedIn, findGoing, findInScope, type Search, type Shown } from './feed.store.ts';
import { isAbove, lowest, rightAbove, type Position } from './position.rules.ts';

/** How many people statements look at, and how long an empty stretch is worth remembering. */
export interface Pace {
  /** The first of a piece: most pages need no other. */
  first: number;
  /** Later ones, unless they find enough before, and with all of the viewer's reactions read at once. */
  most: number;
  /** A shorter stretch is looked through again: that costs less than to remember it. */
  worthRemembering: number;
  /** Whoever wants ages that no more than these are of is shown out of them: one after the other, most do not fit. */
  ofAnAge: number;
}
export const usualPace: Pace = { first: 500, most: 100_000, worthRemembering: 500, ofAnAge: 4000 };

export interface Known {
  pace: Pace;
  gaps: readonly Gap[];
  /** What was seen before the walk: whoever changed later has not been looked at. */
  snapshot: string;
  /** Until when the gaps that are found will hold. */
  holdUntil: Date;
  /** How many there are of the ages that the viewer wants, in the whole country, once a page has come to know. */
  ofTheAges: 'few' | 'nobody' | undefined;
}

export type Walkable = Scope | 'going';

export interface Walked {
  shown: Shown[];
  /** What was found empty, where that is worth writing down. */
  gaps: Gap[];
}

/**
 * The next people of one walk, below a place or from the top: as many as are wanted, or all that are left. Gaps are
 * passed over, but for those in them who have changed since.
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

/** Until enough are found, or nobody is left in this piece of the walk. */
async function walkPiece(
  tx: Tx,
  search: Search,
  scope: Walkable,
  piece: WalkedPiece,
  walked: Walked,
): Promise<void> {
  const { notBelow, known } = piece;
  if (known.ofTheAges && scope !== 'going' && (await walkBorn(tx, search, scope, piece, walked))) return;
  let { below, missing } = piece;
  let emptyBelow = below;
  let empty = 0;
  const noteEmpty = (to: Position): void => {
    // Who begins to go to an event comes in among people who were active long ago, where they would be passed by.
    if (empty < known.pace.worthRemembering || scope === 'going') return;
    const from = gapBelow(emptyBelow, search.now);
    // Else it ends among those who were active just now.
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
    // Nobody is passed over who was active just now: to remember them would be to remember nothing, with every page.
    const settled = below !== undefined && !isAbove(below, gapBelow(undefined, search.now));
    let counted = 0;
    for (const { at, id, card, left, number } of rows) {
      if (settled) empty += number - counted - 1;
      counted = number;
      below = left ? rightAbove({ at, id }) : { at, id };
      if (left) continue;
      noteEmpty(rightAbove(below));
      [emptyBelow, empty] = [below, 0];
      if (card === null) continue;
      walked.shown.push({ at, id, card });
      missing -= 1;
    }
    const goesOn = rows.at(-1)?.left === true;
    if (!goesOn && rows.length < looked.limit) {
      // How many came after the last is not known; after the first few they may be thousands.
      if (turn > 0) empty = Infinity;
      noteEmpty(notBelow ?? lowest);
      return;
    }
    // Where so few fit, those of a rare age are found sooner by their age.
    const outlook = (missing * probes) / Math.max(rows.length - 1, 0.5);
    if (turn > 0 || scope === 'going' || search.wishes.unstatedAge || outlook <= 2 * known.pace.ofAnAge)
      continue;
    if (await walkBorn(tx, search, scope, { below, notBelow, missing, known }, walked)) return;
  }
}

/** By their age; false where too many are of it. */
async function walkBorn(
  tx: Tx,
  search: Search,
  scope: Scope,
  { below, notBelow, missing, known }: WalkedPiece,
  walked: Walked,
): Promise<boolean> {
  if (known.ofTheAges === 'nobody') return true;
  const piece = { below, notBelow, probes: known.pace.ofAnAge, limit: missing };
  const rows = await findBorn(tx, search, scope, piece);
  const all = rows.pop();
  if (!all || all.left) return false;
  known.ofTheAges = all.number === 0 ? 'nobody' : 'few';
  walked.shown.push(...rows.flatMap(({ at, id, card }) => (card === null ? [] : [{ at, id, card }])));
  return true;
}
