import type { Sql, Tx } from '../../platform/postgres/database.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { probesOf, rightAbove, worthMarking, type Mark, type Position, type Scope } from './feed.rules.ts';
import {
  findInScope,
  findWalkEnd,
  saveMark,
  walkAlongIndexes,
  type Found,
  type FoundInScope,
  type Search,
} from './feed.store.ts';

/** Below everybody. */
const lowest: Position = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Whoever became active this recently may not have been seen by the walk yet: their transaction, or their clock. */
const settleMs = 10_000;
/** An end that was reached is noted anew only now and then. */
const refreshMs = 10 * 60_000;

export async function walkCity(
  sql: Sql,
  search: Search,
  below: Position | undefined,
  mark: Mark | undefined,
): Promise<Found[]> {
  return transaction(sql, async (tx) => {
    await walkAlongIndexes(tx);
    return walkScope(tx, search, 'city', below, mark);
  });
}

/** The next people of one walk: below a position that the client names, or from the top; past what is known empty. */
export async function walkScope(
  sql: Sql | Tx,
  search: Search,
  scope: Scope,
  below: Position | undefined,
  mark: Mark | undefined,
): Promise<Found[]> {
  const probes = probesOf[scope];
  if (below && !(mark && isAbove(below, mark.bottom)))
    return findInScope(sql, search, scope, { below, probes });
  const news =
    mark && (!below || isAbove(below, mark.top))
      ? await findInScope(sql, search, scope, { below, above: mark.top, probes })
      : [];
  if (news.length >= search.limit) return news;
  const rest = { ...search, limit: search.limit - news.length };
  const found = await findInScope(sql, rest, scope, { below: mark?.bottom, probes });
  if (!below && news.length === 0) await remember(sql, search, scope, mark, found[0]);
  return [...news, ...found];
}

/** Nobody was left above whom was found, or in the whole stretch: it need not be looked at again until tomorrow. */
async function remember(
  sql: Sql | Tx,
  { viewer, now }: Search,
  scope: Scope,
  mark: Mark | undefined,
  first: FoundInScope | undefined,
): Promise<void> {
  if (first && first.probe < worthMarking) return;
  const probes = probesOf[scope];
  const top = { at: new Date(now.getTime() - settleMs), id: highestId };
  if (mark) {
    if (!first && isLowest(mark.bottom) && top.at.getTime() - mark.top.at.getTime() < refreshMs) return;
    // More newcomers than one request looks at: the stretch between them and the mark is not known.
    if (await findWalkEnd(sql, viewer, scope, { above: mark.top, probes })) return;
  }
  const end = first
    ? rightAbove(first)
    : await findWalkEnd(sql, viewer, scope, { below: mark?.bottom, probes });
  // A first walk that came to its end was a short one: nothing worth remembering.
  if (!end && !mark) return;
  const bottom = end ?? lowest;
  if (bottom.at < top.at) await saveMark(sql, viewer.id, scope, { top, bottom }, now);
}

const isAbove = (one: Position, other: Position): boolean =>
  one.at.getTime() === other.at.getTime() ? one.id > other.id : one.at > other.at;

const isLowest = (position: Position): boolean => position.at.getTime() === lowest.at.getTime();
