import { findCombinedIds } from '../combinations/pair-state.ts';
import { loadCoAttendees } from '../events/attendances.ts';
import { decodeCursor, encodeCursor, idPattern, timePattern } from '../paging/cursor.rules.ts';
import { loadCards, type Card } from '../profiles/cards.ts';
import { dayOf } from '../profiles/profile.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { stages, wishesOf, type Position, type Scope, type Stage, type Viewer } from './feed.rules.ts';
import { findAmong, findMarks, findViewer, touchActivity, type Search } from './feed.store.ts';
import { walkCity, walkScope } from './walk-scope.ts';

const dayMs = 86_400_000;
/** Being active is noted to a few minutes: more would write with every page. */
const activityMs = 10 * 60_000;
const perEvent = 100;
const mostCoAttendees = 500;

interface Place extends Position {
  stage: Stage;
}

export interface FeedPage {
  cards: Card[];
  next: string | undefined;
}

/** People at the same events, then the same city, state, country, then those one is combined with. */
export async function readFeed(
  context: SocialContext,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<FeedPage> {
  const limit = page.limit ?? 50;
  const now = context.clock.now();
  const from = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const [viewer, going, marks] = await Promise.all([
    findViewer(context.sql, userId),
    loadCoAttendees(context.sql, userId, now, perEvent),
    findMarks(context.sql, userId, new Date(now.getTime() - dayMs)),
  ]);
  if (!viewer) throw problem('not_found');
  const coAttendees = going.slice(0, mostCoAttendees).map((other) => other.userId);
  const search = { viewer, wishes: wishesOf(viewer, dayOf(now)), now };
  const found: Place[] = [];
  for (const stage of stages.slice(from ? stages.indexOf(from.stage) : 0)) {
    const below = from?.stage === stage ? from : undefined;
    const wanted: Search = { ...search, without: coAttendees, limit: limit - found.length };
    const people = await readStage(context, stage, wanted, below, coAttendees, marks);
    found.push(...people.map(({ id, at }) => ({ stage, id, at })));
    if (found.length >= limit) break;
  }
  if (now.getTime() - viewer.lastActiveAt.getTime() > activityMs) {
    await touchActivity(context.sql, userId, now);
  }
  const last = found.at(-1);
  return {
    cards: await loadCards(
      context,
      userId,
      found.map((place) => place.id),
    ),
    next:
      last && found.length >= limit ? encodeCursor([last.stage, last.at.toISOString(), last.id]) : undefined,
  };
}

async function readStage(
  context: SocialContext,
  stage: Stage,
  search: Search,
  below: Position | undefined,
  coAttendees: readonly string[],
  marks: Awaited<ReturnType<typeof findMarks>>,
): Promise<Position[]> {
  if (stage === 'going') {
    return coAttendees.length === 0 ? [] : findAmong(context.sql, search, coAttendees, below);
  }
  if (stage === 'combined') {
    const before = below && { combinedAt: below.at, otherId: below.id };
    const rows = await findCombinedIds(context.sql, search.viewer.id, before, search.limit);
    return rows.map((row) => ({ id: row.otherId, at: row.combinedAt }));
  }
  if (!hasScope(search.viewer, stage)) return [];
  const mark = marks.get(stage);
  if (stage === 'city') return walkCity(context.sql, search, below, mark);
  return walkScope(context.sql, search, stage, below, mark);
}

function hasScope(viewer: Viewer, scope: Scope): boolean {
  return scope === 'country' || (scope === 'city' ? viewer.cityId : viewer.state) !== null;
}

function readCursor(text: string): Place {
  const [stage = '', at = '', id = ''] = decodeCursor(text, [
    new RegExp(`^(?:${stages.join('|')})$`),
    timePattern,
    idPattern,
  ]);
  return { stage: stage as Stage, at: new Date(at), id };
}
