import type { Scope, Viewer, Walk, FeedFilter } from './feed.rules.ts';
import { isAbove, lower, topOf, type Position } from './position.rules.ts';

/**
 * A range of a walk without a match: below `from`, down to and including `to`. Only people who changed after its
 * snapshot must be checked again.
 */
export interface Gap {
  stage: Scope;
  from: Position;
  to: Position;
  snapshot: string;
}

/**
 * Maximum number of gaps per user. All are read with every page. Each skips hundreds of people, so the limit is hardly
 * ever reached.
 */
export const mostGaps = 100;

/** Within an hour few passes and blocks end. People for whom one does are kept out of gaps. */
const longestMs = 3_600_000;
const dayMs = 86_400_000;

/** Returns the end of a gap’s validity. Ages change by day, so a gap is void on the next day. */
export function gapsHoldUntil(now: Date): Date {
  const tomorrowMs = (Math.floor(now.getTime() / dayMs) + 1) * dayMs;
  return new Date(Math.min(tomorrowMs, now.getTime() + longestMs));
}

/**
 * Time in milliseconds during which a recent activity may not be visible yet, because of an open transaction or clock
 * skew. Gaps end below it. Activity that appears later still is recorded as a change by the trigger.
 */
export const settleMs = 20_000;

export const gapBelow = (place: Position | undefined, now: Date): Position =>
  lower(place, topOf(new Date(now.getTime() - settleMs)));

/** Returns all other values that a gap depends on. If one of them differs, anyone may match. */
export function settingsOf(viewer: Viewer, filter: FeedFilter, walk: Walk, isOpenByDefault: boolean): string {
  const { women, men, ownAge, bornAfter, bornUntil, unstatedAge } = filter;
  const own = [viewer.gender, ownAge, walk.cityId, walk.state];
  return JSON.stringify([women, men, bornAfter, bornUntil, unstatedAge, own, walk.events, isOpenByDefault]);
}

export const gapAt = (gaps: readonly Gap[], below: Position | undefined): Gap | undefined =>
  below && gaps.find((gap) => !isAbove(below, gap.from) && isAbove(below, gap.to));

/** Returns the next gap of a walk: the highest one that starts below. */
export function nextGap(gaps: readonly Gap[], below: Position | undefined): Gap | undefined {
  let next: Gap | undefined;
  for (const gap of gaps) {
    if (below && !isAbove(below, gap.from)) continue;
    if (!next || isAbove(gap.from, next.from)) next = gap;
  }
  return next;
}
