import { beginsWithDay } from '../../platform/time/calendar-day.rules.ts';
import { invalidField } from '../../platform/problem.ts';
import type { Act } from '../enforcement/act.rules.ts';
import { startOfDay } from '../chat/week.rules.ts';

const dayMs = 86_400_000;
/** What the same, or another, member of staff did this short a while ago was done without knowing of each other. */
const simultaneousMs = 60_000;
/** Longer is for good. */
const longestMs = 100 * 365 * dayMs;

/**
 * The end of a suspension: a day, on which the user is back from its first moment by the calendar of
 * `America/Sao_Paulo`, a moment, or null for good.
 */
export function readUntil(text: string | null, nowMs: number): Date | null {
  if (text === null) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && beginsWithDay(text);
  const ms = isDay
    ? startOfDay(Date.parse(`${text}T00:00:00Z`) / dayMs)
    : beginsWithDay(text) && /T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(ms))
    throw invalidField('until', 'malformed', 'must be a day, a date-time, or null for good');
  if (ms <= nowMs) throw invalidField('until', 'too_early', 'must be in the future');
  if (ms > nowMs + longestMs) throw invalidField('until', 'too_late', 'must be within 100 years');
  return new Date(ms);
}

type Recent = Pick<Act, 'kind' | 'subject' | 'reason' | 'createdAt'> & { staffId: string | null };

/** The same once more by the same member of staff: a second click. */
export function findRepeated<T extends Recent>(
  recent: readonly T[],
  act: Pick<Recent, 'kind' | 'subject' | 'reason' | 'staffId'>,
  nowMs: number,
): T | undefined {
  return recent.find(
    (one) =>
      one.kind === act.kind &&
      one.subject === act.subject &&
      one.reason === act.reason &&
      one.staffId === act.staffId &&
      nowMs - one.createdAt.getTime() < simultaneousMs,
  );
}

/** Another member of staff has decided a moment ago, and nothing is open since. */
export function isSettledByOther(recent: readonly Recent[], staffId: string, nowMs: number): boolean {
  return recent.some(
    (one) =>
      one.staffId !== null &&
      one.staffId !== staffId &&
      one.kind !== 'unhide' &&
      one.kind !== 'lift' &&
      nowMs - one.createdAt.getTime() < simultaneousMs,
  );
}
