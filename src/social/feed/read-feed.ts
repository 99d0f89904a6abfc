import { findCombinedIds } from '../combinations/pair-state.ts';
import { loadCoAttendees } from '../events/attendances.ts';
import { decodeCursor, encodeCursor, foreignCursor, idPattern, timePattern } from '../paging/cursor.rules.ts';
import { loadCards, type Card } from '../profiles/cards.ts';
import { dayOf } from '../profiles/profile.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  placesAfter,
  stages,
  stagesFrom,
  wishesOf,
  type Mark,
  type Place,
  type Position,
  type Scope,
  type Stage,
  type Viewer,
} from './feed.rules.ts';
import { findAmong, findViewer, saveMark, touchActivity, type Search } from './feed.store.ts';
import { walkScope, type Walked } from './walk-scope.ts';

const dayMs = 86_400_000;
/** Being active is noted to a few minutes: more would write with every page. */
const activityMs = 10 * 60_000;
const perEvent = 100;
const mostCoAttendees = 500;

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
  const from = page.cursor === undefined ? [] : readCursor(page.cursor);
  const [found, going] = await Promise.all([
    findViewer(context.sql, userId, new Date(now.getTime() - dayMs)),
    loadCoAttendees(context.sql, userId, now, perEvent),
  ]);
  if (!found) throw problem('not_found');
  const { viewer, marks } = found;
  const without = going.slice(0, mostCoAttendees).map((other) => other.userId);
  const search = { viewer, wishes: wishesOf(viewer, dayOf(now)), now, without };
  const ids: string[] = [];
  const left: { stage: Stage; at: Position | undefined }[] = [];
  const empty: { scope: Scope; mark: Mark }[] = [];
  for (const { stage, below } of stagesFrom(from)) {
    const wanted: Search = { ...search, limit: limit - ids.length };
    const { people, leftAt, mark } = await readStage(context, stage, wanted, below, marks);
    if (mark) empty.push({ scope: stage as Scope, mark });
    ids.push(...people.map((person) => person.id));
    left.push({ stage, at: leftAt });
    if (ids.length >= limit) break;
  }
  const active = now.getTime() - viewer.lastActiveAt.getTime() > activityMs;
  // Beside the cards: what is written waits for the disk.
  const [cards] = await Promise.all([
    loadCards(context, userId, ids),
    active ? touchActivity(context.sql, userId, now) : undefined,
    ...empty.map(({ scope, mark }) => saveMark(context.sql, userId, scope, mark, now)),
  ]);
  return { cards, next: writeCursor(placesAfter(left)) };
}

async function readStage(
  context: SocialContext,
  stage: Stage,
  search: Search,
  below: Position | undefined,
  marks: ReadonlyMap<Scope, Mark>,
): Promise<Walked> {
  if (stage === 'going') {
    if (search.without.length === 0) return { people: [], leftAt: undefined };
    return untilFilled(await findAmong(context.sql, search, search.without, below), search.limit);
  }
  if (stage === 'combined') {
    const before = below && { combinedAt: below.at, otherId: below.id };
    const rows = await findCombinedIds(context.sql, search.viewer.id, before, search.limit);
    const people = rows.map((row) => ({ id: row.otherId, at: row.combinedAt }));
    return untilFilled(people, search.limit);
  }
  if (!hasScope(search.viewer, stage)) return { people: [], leftAt: undefined };
  return walkScope(context.sql, search, stage, below, marks.get(stage));
}

const untilFilled = (people: Position[], limit: number): Walked => ({
  people,
  leftAt: people.length >= limit ? people.at(-1) : undefined,
});

function hasScope(viewer: Viewer, scope: Scope): boolean {
  return scope === 'country' || (scope === 'city' ? viewer.cityId : viewer.state) !== null;
}

const placePatterns = [new RegExp(`^(?:${stages.join('|')})$`), timePattern, idPattern];

function readCursor(text: string): Place[] {
  const parts = decodeCursor(text, placePatterns, stages.length);
  const places: Place[] = [];
  for (let index = 0; index < parts.length; index += placePatterns.length) {
    const [stage = '', at = '', id = ''] = parts.slice(index);
    places.push({ stage: stage as Stage, at: new Date(at), id });
  }
  const order = places.map((place) => stages.indexOf(place.stage));
  if (order.some((rank, index) => rank <= (order[index - 1] ?? -1))) throw foreignCursor();
  return places;
}

const writeCursor = (places: readonly Place[]): string | undefined =>
  places.length === 0
    ? undefined
    : encodeCursor(places.flatMap(({ stage, at, id }) => [stage, at.toISOString(), id]));
