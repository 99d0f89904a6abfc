import type { Sql, Tx } from '../../platform/postgres/database.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { probesOf, type Mark, type Position, type Scope } from './feed.rules.ts';
import {
  findInScope,
  findWalkEnd,
  saveMark,
  walkAlongIndexes,
  type Found,
  type Search,
} from './feed.store.ts';

/** Below everybody. */
const lowest: Position = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Whoever became active this recently may not have been seen by the walk yet: their transaction, or their clock. */
const settleMs = 60_000;
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

/** The next people of one walk: below a position that the client names, or from the top and past what is known empty. */
export async function walkScope(
  sql: Sql | Tx,
  search: Search,
  scope: Scope,
  below: Position | undefined,
  mark: Mark | undefined,
): Promise<Found[]> {
  const probes = probesOf[scope];
  if (below) return findInScope(sql, search, scope, { below, probes });
  if (!mark) {
    const found = await findInScope(sql, search, scope, { probes });
    if (found.length === 0) await markEmpty(sql, search, scope, undefined, { probes });
    return found;
  }
  const news = await findInScope(sql, search, scope, { above: mark.top, probes });
  if (news.length >= search.limit) return news;
  const rest = { ...search, limit: search.limit - news.length };
  const found = await findInScope(sql, rest, scope, { below: mark.bottom, probes });
  if (news.length + found.length === 0) {
    await markEmpty(sql, search, scope, mark, { below: mark.bottom, probes });
  }
  return [...news, ...found];
}

/** Nobody was left in this stretch: it need not be looked at again until tomorrow. */
async function markEmpty(
  sql: Sql | Tx,
  { viewer, now }: Search,
  scope: Scope,
  mark: Mark | undefined,
  bounds: { below?: Position; probes: number },
): Promise<void> {
  const top = { at: new Date(now.getTime() - settleMs), id: highestId };
  if (mark) {
    if (isLowest(mark.bottom) && top.at.getTime() - mark.top.at.getTime() < refreshMs) return;
    // More newcomers than one request looks at: the stretch between them and the mark is not known.
    if (await findWalkEnd(sql, viewer, scope, { above: mark.top, probes: bounds.probes })) return;
  }
  const end = await findWalkEnd(sql, viewer, scope, bounds);
  // A first walk that came to its end was a short one: nothing worth remembering.
  if (!end && !mark) return;
  const bottom = end ?? lowest;
  if (bottom.at < top.at) await saveMark(sql, viewer.id, scope, { top, bottom }, now);
}

const isLowest = (position: Position): boolean => position.at.getTime() === lowest.at.getTime();
