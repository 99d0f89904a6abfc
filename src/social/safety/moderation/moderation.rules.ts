import { beginsWithDay } from '../../../platform/time/calendar-day.rules.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { Act } from '../enforcement/act.rules.ts';
import { startOfDay } from '../../conversation/chat/week.rules.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

const dayMs = 86_400_000;
/**
 * Time in milliseconds within which two acts count as concurrent: a double click, or two members of staff unaware of
 * each other.
 */
const simultaneousMs = 60_000;
/** Maximum length of a suspension with an end. Anything longer must be permanent. */
const longestMs = 100 * 365 * dayMs;

/**
 * Returns the end of a suspension from a day, a moment, or null for a permanent one. A day means its start in
 * `America/Sao_Paulo`.
 */
export function readUntil(text: string | null, nowMs: number): Date | null {
  if (text === null) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && beginsWithDay(text);
  const ms = isDay
    ? startOfDay(Date.parse(`${text}T00:00:00Z`) / dayMs)
    : beginsWithDay(text) && /T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(ms)) throw invalidField('until', 'malformed', safetyWords.dayOrForGood);
  if (ms <= nowMs) throw invalidField('until', 'too_early', safetyWords.inFuture);
  if (ms > nowMs + longestMs) throw invalidField('until', 'too_late', safetyWords.within100Years);
  return new Date(ms);
}

type Recent = Pick<Act, 'kind' | 'subject' | 'reason' | 'createdAt'> & { staffId: string | null };

/** Finds the same act of the same member of staff a moment ago, which means a double click. */
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

/** Returns whether another member of staff made a decision a moment ago. Call it only if no case is open. */
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
