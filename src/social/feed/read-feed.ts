import { listCombined } from '../pairs/pair-state.ts';
import { decodeCursor, encodeCursor, foreignCursor, idPattern, timePattern } from '../paging/cursor.rules.ts';
import { cardOfStranger, loadCards } from '../people/load-cards.ts';
import { dayOf } from '../people/person.rules.ts';
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
import type { EmptyStretch } from './feed-mark.store.ts';
import { noteVisit } from './feed-marks.ts';
import { findAmong, findViewer, type Search } from './feed.store.ts';
import { nobody, walkedOf, walkScope, type Walked } from './walk-scope.ts';

const dayMs = 86_400_000;

export interface FeedPage {
  /** A list of cards as JSON. */
  cards: string;
  next: string | undefined;
}

/** People at the same events, then the same city, state, country, then those one is combined with. */
export async function readFeed(
  context: SocialContext,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<FeedPage> {
  const now = context.clock.now();
  const from = page.cursor === undefined ? [] : readCursor(page.cursor);
  const found = await findViewer(context.sql, userId, { now, marksSince: new Date(now.getTime() - dayMs) });
  if (!found) throw problem('not_found');
  const { viewer } = found;
  const search: Search = {
    viewer,
    wishes: wishesOf(viewer, dayOf(now)),
    now,
    card: cardOfStranger(context, userId, now),
    without: found.going,
    limit: page.limit ?? 50,
  };
  const read = await readStages(context, search, from, found.marks);
  await noteVisit(context, viewer, now, read.empty);
  return { cards: `[${read.cards.join(',')}]`, next: writeCursor(placesAfter(read.left)) };
}

interface ReadStages {
  cards: string[];
  left: { stage: Stage; at: Position | undefined }[];
  /** What was found empty, to be noted. */
  empty: EmptyStretch[];
}

async function readStages(
  context: SocialContext,
  search: Search,
  from: readonly Place[],
  marks: ReadonlyMap<Scope, Mark>,
): Promise<ReadStages> {
  const read: ReadStages = { cards: [], left: [], empty: [] };
  let wanted = search.limit;
  for (const { stage, below } of stagesFrom(from)) {
    const walked = await readStage(context, stage, { ...search, limit: wanted }, below, marks);
    if (walked.mark) read.empty.push({ scope: stage as Scope, mark: walked.mark });
    read.cards.push(...walked.cards);
    read.left.push({ stage, at: walked.leftAt });
    wanted -= walked.count;
    if (wanted <= 0) break;
  }
  return read;
}

async function readStage(
  context: SocialContext,
  stage: Stage,
  search: Search,
  below: Position | undefined,
  marks: ReadonlyMap<Scope, Mark>,
): Promise<Walked> {
  if (stage === 'going') {
    if (search.without.length === 0) return nobody;
    const [shown] = await findAmong(context.sql, search, search.without, below);
    return walkedOf(shown, search.limit);
  }
  if (stage === 'combined') return readCombined(context, search, below);
  if (!hasScope(search.viewer, stage)) return nobody;
  return walkScope(context.sql, search, stage, below, marks.get(stage));
}

async function readCombined(
  context: SocialContext,
  { viewer, limit, now }: Search,
  below: Position | undefined,
): Promise<Walked> {
  const before = below && { combinedAt: below.at, otherId: below.id };
  const rows = await listCombined(context.sql, viewer.id, before, limit, { now, inFeed: true });
  const people = rows.map((row) => ({ id: row.otherId, at: row.combinedAt }));
  const cards = await loadCards(
    context,
    viewer.id,
    people.map((person) => person.id),
  );
  return {
    count: people.length,
    cards: cards.map((card) => JSON.stringify(card)),
    first: people[0],
    leftAt: people.length >= limit ? people.at(-1) : undefined,
  };
}

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
