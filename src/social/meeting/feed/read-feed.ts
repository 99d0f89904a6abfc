import type { Tx } from '../../../platform/postgres/client/database.ts';
import { readByKeptPlans } from '../../../platform/postgres/client/transaction.ts';
import { uncombinedCardOf, loadCards } from '../../people/load-cards.ts';
import { dayOf } from '../../people/person.rules.ts';
import type { CardContext, SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { hasStage, stagesFrom, feedFilterOf, type Place, type Stage, type Walk } from './feed.rules.ts';
import { findViewer, saveVisit, type FoundViewer } from './feed-visit.store.ts';
import {
  findCombined,
  findMovedGoing,
  findMovedInScope,
  type LaterSearch,
  type Search,
  type Shown,
} from './feed.store.ts';
import { gapsHoldUntil, settingsOf, type Gap } from './gap.rules.ts';
import { merge, type Position } from './position.rules.ts';
import { readCursor, writeCursor } from './walk-cursor.rules.ts';
import { usualPace, walkScope, type Known, type ScanLimits, type Walkable } from './walk-scope.ts';

/**
 * Interval in milliseconds at which a user’s activity is recorded. A shorter one would cause a write with nearly every
 * page.
 */
const activityMs = 10 * 60_000;

type FeedContext = CardContext & Pick<SocialContext, 'sql' | 'clock'>;

export interface FeedPage {
  cards: string;
  next: string | undefined;
}

/**
 * Returns a page of the feed: people at the same events, then of the same city, state and country, then combined users.
 */
export async function readFeed(
  context: FeedContext,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
  pace: ScanLimits = usualPace,
): Promise<FeedPage> {
  const now = context.clock.now();
  const from = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const viewer = await findViewer(context.sql, userId, now);
  if (!viewer) throw problem('not_found');
  const walk = from?.walk ?? beginWalk(viewer, now);
  const filter = feedFilterOf(viewer, dayOf(now));
  const isOpenByDefault = ['everyone', 'attendees'].includes(context.settings.ATTENDANCE_VISIBLE_TO);
  const card = uncombinedCardOf(context, userId, now);
  const search: Search = { viewer, filter, walk, now, card, isOpenByDefault };
  const settings = settingsOf(viewer, filter, walk, isOpenByDefault);
  const holdUntil = gapsHoldUntil(now);
  const gaps = viewer.gaps.filter((gap) => gap.settings === settings);
  const known: Known = { pace, gaps, snapshot: viewer.snapshot, holdUntil, ageGroup: undefined };
  const read = await readByKeptPlans(context.sql, (tx) =>
    readStages(tx, context, search, known, from?.place, page.limit ?? 50),
  );
  const active = now.getTime() - viewer.lastActiveAt.getTime() > activityMs;
  if (active || read.gaps.length > 0)
    await saveVisit(context.sql, { userId, now, active, gaps: read.gaps, settings, holdUntil });
  const { place } = read;
  return {
    cards: `[${read.people.map((person) => person.card).join(',')}]`,
    next: place && writeCursor({ walk, place }, walk.snapshot ?? viewer.snapshot),
  };
}

const beginWalk = (viewer: FoundViewer, now: Date): Walk => ({
  startedAt: now,
  snapshot: undefined,
  cityId: viewer.cityId,
  state: viewer.state,
  events: viewer.events,
});

interface Read {
  people: Shown[];
  /** Position of the next page; undefined at the end of the feed. */
  place: Place | undefined;
  gaps: Gap[];
}

/** Does not check whether a full page is the last one: the next match may be behind thousands of others. */
async function readStages(
  tx: Tx,
  context: FeedContext,
  search: Search,
  known: Known,
  from: Place | undefined,
  wanted: number,
): Promise<Read> {
  const people: (Shown & { stage: Stage })[] = [];
  const gaps: Gap[] = [];
  for (const { stage, below } of stagesFrom(from)) {
    if (!hasStage(search.walk, stage)) continue;
    const missing = wanted - people.length;
    const shown = await readStage(tx, context, search, stage, { below, wanted: missing, known }, gaps);
    people.push(...shown.slice(0, missing).map((person) => ({ ...person, stage })));
    if (people.length >= wanted) break;
  }
  const last = people.length >= wanted ? people.at(-1) : undefined;
  return {
    people,
    place: last && { stage: last.stage, at: last.at, id: last.id },
    gaps,
  };
}

async function readStage(
  tx: Tx,
  context: FeedContext,
  search: Search,
  stage: Stage,
  piece: { below: Position | undefined; wanted: number; known: Known },
  gaps: Gap[],
): Promise<Shown[]> {
  const { below, wanted } = piece;
  if (stage === 'combined') return readCombined(tx, context, search, below, wanted);
  const { snapshot } = search.walk;
  // Both queries run together. On the first page of a walk there is no activity since its start.
  const [moved, walked] = await Promise.all([
    snapshot === undefined ? [] : findMoved(tx, { ...search, snapshot }, stage, below, wanted),
    walkScope(tx, search, stage, piece),
  ]);
  gaps.push(...walked.gaps);
  return merge(walked.shown, moved);
}

const findMoved = (
  tx: Tx,
  search: LaterSearch,
  stage: Walkable,
  below: Position | undefined,
  wanted: number,
) =>
  stage === 'going'
    ? findMovedGoing(tx, search, below, wanted)
    : findMovedInScope(tx, search, stage, below, wanted);

async function readCombined(
  tx: Tx,
  context: FeedContext,
  search: Search,
  below: Position | undefined,
  wanted: number,
): Promise<Shown[]> {
  const people = await findCombined(tx, search, below, wanted);
  const cards = await loadCards(
    { ...context, sql: tx },
    search.viewer.id,
    people.map((person) => person.id),
  );
  const places = new Map(people.map((person) => [person.id, person]));
  return cards.flatMap((card) => {
    const place = places.get(card.id);
    return place ? [{ ...place, card: JSON.stringify(card) }] : [];
  });
}
