import type { Sql } from '../../platform/postgres/client/database.ts';
import {
  isAbove,
  isLowest,
  lowest,
  probesOf,
  rightAbove,
  type Mark,
  type Position,
  type Scope,
} from './feed.rules.ts';
import { findInScope, type Search, type Shown, type Stretch } from './feed.store.ts';

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/**
 * Whoever became active this recently may not be visible to a walk yet: their transaction may not have committed, or the
 * clock of their process may be behind. No mark reaches so far up.
 */
const settleMs = 10_000;
/** How often a mark that reaches down to the end is renewed: each time would be a write with every page. */
const refreshMs = 10 * 60_000;

export interface Walked {
  count: number;
  /** The cards as JSON, with commas between them: PostgreSQL writes them, and nobody reads them on their way. */
  cards: string[];
  first: Position | undefined;
  /** Where it was left before its end; undefined where nobody is below. */
  leftAt: Position | undefined;
  /** What is known empty from now on, where that is worth writing down. */
  mark?: Mark;
}

export const nobody: Walked = { count: 0, cards: [], first: undefined, leftAt: undefined };

/** The next people of one walk: below a position that the client names, or from the top; past what is known empty. */
export async function walkScope(
  sql: Sql,
  search: Search,
  scope: Scope,
  below: Position | undefined,
  mark: Mark | undefined,
): Promise<Walked> {
  const top = { at: new Date(search.now.getTime() - settleMs), id: highestId };

  if (below && !(mark && isAbove(below, mark.bottom))) {
    const walked = await walkStretch(sql, search, scope, { below });
    if (mark && samePlace(below, mark.bottom) && walked.count === 0)
      return { ...walked, mark: { top: mark.top, bottom: walked.leftAt ?? lowest } };
    return walked;
  }

  const mayHaveNewcomers = mark && (!below || isAbove(below, mark.top));
  // Both at once: mostly there are no newcomers, and the second is the whole answer.
  const [newcomers, ahead] = await Promise.all([
    mayHaveNewcomers ? walkStretch(sql, search, scope, { below, above: mark.top }) : nobody,
    walkStretch(sql, search, scope, { below: mark?.bottom }),
  ]);
  if (newcomers.count >= search.limit) return newcomers;
  if (newcomers.leftAt) {
    // More newcomers than one request looks at. What lies between them and the mark is not known, so the mark begins
    // anew: otherwise a client that asks for the first page again and again would never come past them.
    return !below && newcomers.count === 0
      ? { ...newcomers, mark: { top, bottom: newcomers.leftAt } }
      : newcomers;
  }
  const rest = { ...search, limit: search.limit - newcomers.count };
  const walked = newcomers.count === 0 ? ahead : await walkStretch(sql, rest, scope, { below: mark?.bottom });
  // A page that was filled has looked at few people: to look at them again needs no mark.
  if (!below && newcomers.count === 0 && walked.count < rest.limit) {
    const bottom = emptyDownTo(walked, mark, top);
    if (bottom && bottom.at < top.at) return { ...walked, mark: { top, bottom } };
  }
  return {
    count: newcomers.count + walked.count,
    cards: [...newcomers.cards, ...walked.cards],
    first: newcomers.first ?? walked.first,
    leftAt: walked.leftAt,
  };
}

async function walkStretch(
  sql: Sql,
  search: Search,
  scope: Scope,
  stretch: Omit<Stretch, 'probes'>,
): Promise<Walked> {
  const [shown] = await findInScope(sql, search, scope, { ...stretch, probes: probesOf[scope] });
  return walkedOf(shown, search.limit);
}

export function walkedOf(shown: Shown, limit: number): Walked {
  const { count, cards, firstAt, firstId, lastAt, lastId, left } = shown;
  const last = lastAt && lastId !== null ? { at: lastAt, id: lastId } : undefined;
  return {
    count,
    cards: cards === null ? [] : [cards],
    first: count > 0 && firstAt && firstId !== null ? { at: firstAt, id: firstId } : undefined,
    leftAt: count >= limit || left ? last : undefined,
  };
}

/** How far down nobody was left, where that is worth writing down: it need not be looked at again until tomorrow. */
function emptyDownTo({ first, leftAt }: Walked, mark: Mark | undefined, top: Position): Position | undefined {
  if (leftAt) return first ? rightAbove(first) : leftAt;
  // A walk that came to its end within one request is short, and cheap to repeat.
  if (first || !mark) return undefined;
  const fresh = isLowest(mark.bottom) && top.at.getTime() - mark.top.at.getTime() < refreshMs;
  return fresh ? undefined : lowest;
}

const samePlace = (one: Position, other: Position): boolean =>
  one.id === other.id && one.at.getTime() === other.at.getTime();
