import type { Scope, Viewer, Walk, Wishes } from './feed.rules.ts';
import { isAbove, lower, topOf, type Position } from './position.rules.ts';

/**
 * A stretch of a walk in which nobody was found: below `from`, down to and with `to`. Only those who have changed since
 * its snapshot need be asked again.
 */
export interface Gap {
  stage: Scope;
  from: Position;
  to: Position;
  snapshot: string;
}

/** A user's gaps are read with every page. Each passes over hundreds, so that nobody comes near it. */
export const mostGaps = 100;

/** Within an hour few reactions end by themselves, and whom they hid is then not part of any gap. */
const longestMs = 3_600_000;
const dayMs = 86_400_000;

/** Until when a gap holds: ages are counted by days, and a day later somebody may be old enough. */
export function gapsHoldUntil(now: Date): Date {
  const tomorrowMs = (Math.floor(now.getTime() / dayMs) + 1) * dayMs;
  return new Date(Math.min(tomorrowMs, now.getTime() + longestMs));
}

/**
 * Whoever became active this recently may not be visible yet: their transaction may not have committed, or the clock of
 * their process may be behind. No gap reaches so far up. (Who comes later still is noted as changed: the trigger.)
 */
export const settleMs = 20_000;

export const gapBelow = (place: Position | undefined, now: Date): Position =>
  lower(place, topOf(new Date(now.getTime() - settleMs)));

/** What a gap depends on besides the others: with another of these, anybody may fit. */
export function settingsOf(viewer: Viewer, wishes: Wishes, walk: Walk, isOpenByDefault: boolean): string {
  const { women, men, ownAge, bornAfter, bornUntil, unstatedAge } = wishes;
  const own = [viewer.gender, ownAge, walk.cityId, walk.state];
  return JSON.stringify([women, men, bornAfter, bornUntil, unstatedAge, own, walk.events, isOpenByDefault]);
}

/** The gap that a walk from below this place on is in. */
export const gapAt = (gaps: readonly Gap[], below: Position | undefined): Gap | undefined =>
  below && gaps.find((gap) => !isAbove(below, gap.from) && isAbove(below, gap.to));

/** The next gap that a walk comes to: the highest whose beginning is below. */
export function nextGap(gaps: readonly Gap[], below: Position | undefined): Gap | undefined {
  let next: Gap | undefined;
  for (const gap of gaps) {
    if (below && !isAbove(below, gap.from)) continue;
    if (!next || isAbove(gap.from, next.from)) next = gap;
  }
  return next;
}
