import { beginsWithDay } from '../../platform/time/calendar-day.rules.ts';
import { searchNameOf } from '../people/cities/city.rules.ts';
import type { AttendanceVisibility } from '../people/attendance.rules.ts';

export const eventStatuses = [
  'EventScheduled',
  'EventRescheduled',
  'EventPostponed',
  'EventCancelled',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** Maximum duration of an event, so lists of coming events only read events that started within this time. */
export const longestEventMs = 31 * 24 * 60 * 60 * 1000;
export const spotlightLimit = 10;
/** Maximum number of ids in one request. */
export const idsLimit = 100;

export interface Event {
  id: number;
  name: string;
  description: string;
  image: string | null;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  status: EventStatus;
  category: string;
  venueName: string;
  streetAddress: string | null;
  cityId: number;
  city: string;
  state: string;
  country: string;
  latitude: number | null;
  longitude: number | null;
  organizerName: string | null;
  organizerUrl: string | null;
  offerUrl: string | null;
  offerPriceMinor: bigint | null;
  offerCurrency: string | null;
  capacity: number | null;
  participants: number;
  waiting: number;
  spotlightFrom: Date | null;
  spotlightUntil: Date | null;
  spotlightPosition: number | null;
  revision: number;
  updatedAt: Date;
  isConfirmed: boolean;
  isWaiting: boolean;
  /** Audience that the viewer has chosen for this event, or null. */
  visibleTo: AttendanceVisibility | null;
}

const isOver = (event: { endsAt: Date }, nowMs: number): boolean => event.endsAt.getTime() <= nowMs;

interface Seats {
  capacity: number | null;
  participants: number;
  waiting: number;
}

/** Returns the number of free seats. Seats claimed by the waiting list are not free, even before they are given. */
export const remainingPlaces = ({ capacity, participants, waiting }: Seats): number | null =>
  capacity === null ? null : Math.max(0, capacity - participants - waiting);

/** Maximum length of a waiting list. Beyond it the event is reported as full. */
export const longestWaitingList = 10_000;

export const isInSpotlight = (
  event: { spotlightFrom: Date | null; spotlightUntil: Date | null },
  nowMs: number,
): boolean =>
  event.spotlightFrom !== null &&
  event.spotlightUntil !== null &&
  event.spotlightFrom.getTime() <= nowMs &&
  nowMs < event.spotlightUntil.getTime();

/** Returns the reason why a confirmation is refused, if any. Not called for users who have already confirmed. */
export function refusalToConfirm(
  event: { status: EventStatus; endsAt: Date } & Seats,
  nowMs: number,
): 'event_over' | 'event_cancelled' | 'event_full' | undefined {
  if (isOver(event, nowMs)) return 'event_over';
  if (event.status === 'EventCancelled') return 'event_cancelled';
  return remainingPlaces(event) === 0 ? 'event_full' : undefined;
}

/** Returns the words of a text as they are stored and searched: lower case without accents. */
export function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(searchNameOf)
    .filter((word) => word !== '');
}

/**
 * Returns a query for `to_tsquery('simple', …)` in which each word matches as a prefix. The words contain only letters
 * and digits.
 */
export function wordQueryOf(text: string): string {
  return wordsOf(text)
    .slice(0, 10)
    .map((word) => `${word}:*`)
    .join(' & ');
}

/** One day before the year 10000, so that the year has four digits in every time zone. */
const latestMs = 253_402_214_400_000 - 1;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns a moment in milliseconds. A day without a time means its start, or its end for the end of a range. */
export function readMoment(text: string, edge: 'from' | 'to'): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  // Brazilian time as a fixed offset of three hours: there has been no daylight saving since 2019.
  const ms = Date.parse(day ? `${text}T00:00:00-03:00` : text);
  if (!(ms >= 0 && ms <= latestMs + dayMs) || !beginsWithDay(text)) return undefined;
  return Math.min(day && edge === 'to' ? ms + dayMs : ms, latestMs);
}

/** Position in a list of events: the next page begins after this event. */
export interface EventCursor {
  startsAtMs: number;
  id: number;
}

export const formatCursor = (event: { startsAt: Date; id: number }): string =>
  `${event.startsAt.getTime().toString(36)}.${event.id.toString(36)}`;

export function parseCursor(text: string): EventCursor | undefined {
  const match = /^([0-9a-z]{1,10})\.([0-9a-z]{1,6})$/.exec(text);
  if (!match) return undefined;
  const startsAtMs = Number.parseInt(match[1] ?? '', 36);
  const id = Number.parseInt(match[2] ?? '', 36);
  return startsAtMs <= latestMs && id <= 0x7fffffff ? { startsAtMs, id } : undefined;
}

/** Parses a list of ids: each once, in order, and the parts that are not ids. */
export function readEventIds(text: string): { ids: number[]; wrong: string[] } {
  const parts = text.split(',').map((part) => part.trim());
  const ids = new Set<number>();
  const wrong: string[] = [];
  for (const part of parts) {
    const id = readEventId(part);
    if (id === undefined) wrong.push(part);
    else ids.add(id);
  }
  return { ids: [...ids], wrong };
}

/** Parses an event id, or returns undefined if the text is not one. */
export function readEventId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= 0x7fffffff ? id : undefined;
}
