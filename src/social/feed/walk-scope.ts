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
/** Whoever became active this recently may not have been seen by the walk yet: their transaction, or their clock. */
const settleMs = 10_000;
/** An end that was reached is noted anew only now and then. */
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

  const hasNews = mark && (!below || isAbove(below, mark.top));
  // Beside each other: mostly nobody is new.
  const [news, ahead] = await Promise.all([
    hasNews ? walkStretch(sql, search, scope, { below, above: mark.top }) : nobody,
    walkStretch(sql, search, scope, { below: mark?.bottom }),
  ]);
  if (news.count >= search.limit) return news;
  if (news.leftAt) {
    // More newcomers than one request looks at. What lies between them and the mark is not known, so the mark begins
    // anew: otherwise a client that asks for the first page again and again would never come past them.
    return !below && news.count === 0 ? { ...news, mark: { top, bottom: news.leftAt } } : news;
  }
  const rest = { ...search, limit: search.limit - news.count };
  const walked = news.count === 0 ? ahead : await walkStretch(sql, rest, scope, { below: mark?.bottom });
  // A page that is filled looks at few enough to do it again.
  if (!below && news.count === 0 && walked.count < rest.limit) {
    const bottom = emptyDownTo(walked, mark, top);
    if (bottom && bottom.at < top.at) return { ...walked, mark: { top, bottom } };
  }
  return {
    count: news.count + walked.count,
    cards: [...news.cards, ...walked.cards],
    first: news.first ?? walked.first,
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
  // So short a walk is soon done again.
  if (first || !mark) return undefined;
  const fresh = isLowest(mark.bottom) && top.at.getTime() - mark.top.at.getTime() < refreshMs;
  return fresh ? undefined : lowest;
}

const samePlace = (one: Position, other: Position): boolean =>
  one.id === other.id && one.at.getTime() === other.at.getTime();
