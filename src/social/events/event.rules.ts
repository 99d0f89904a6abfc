import { beginsWithDay } from '../../platform/time/calendar-day.rules.ts';
import { searchNameOf } from '../cities/city.rules.ts';
import type { AttendanceVisibility } from '../people/attendance.rules.ts';

/** The event statuses of schema.org. */
export const eventStatuses = [
  'EventScheduled',
  'EventRescheduled',
  'EventPostponed',
  'EventCancelled',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** No event is longer: lists of coming events need not look further back than this. */
export const longestEventMs = 31 * 24 * 60 * 60 * 1000;
export const spotlightLimit = 10;
/** Of one list by ids. */
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
  /** How many wait for a place. */
  waiting: number;
  spotlightFrom: Date | null;
  spotlightUntil: Date | null;
  spotlightPosition: number | null;
  revision: number;
  updatedAt: Date;
  /** Whether the viewer takes part. */
  isConfirmed: boolean;
  /** Whether the viewer is on the waiting list. */
  isWaiting: boolean;
  /** Who may see that the viewer goes, where the viewer has chosen it for this event. */
  visibleTo: AttendanceVisibility | null;
}

const isOver = (event: { endsAt: Date }, nowMs: number): boolean => event.endsAt.getTime() <= nowMs;

interface Seats {
  capacity: number | null;
  participants: number;
  waiting: number;
}

/** Whoever waits has a place before anybody else, also in the moment in which it is about to be given. */
export const remainingPlaces = ({ capacity, participants, waiting }: Seats): number | null =>
  capacity === null ? null : Math.max(0, capacity - participants - waiting);

/** Longer than any list that moves; who comes after it is told that the event is full. */
export const longestWaitingList = 10_000;

export const isInSpotlight = (
  event: { spotlightFrom: Date | null; spotlightUntil: Date | null },
  nowMs: number,
): boolean =>
  event.spotlightFrom !== null &&
  event.spotlightUntil !== null &&
  event.spotlightFrom.getTime() <= nowMs &&
  nowMs < event.spotlightUntil.getTime();

/** Why nobody can confirm, if so. Whoever has confirmed already is answered the same again and does not ask this. */
export function refusalToConfirm(
  event: { status: EventStatus; endsAt: Date } & Seats,
  nowMs: number,
): 'event_over' | 'event_cancelled' | 'event_full' | undefined {
  if (isOver(event, nowMs)) return 'event_over';
  if (event.status === 'EventCancelled') return 'event_cancelled';
  return remainingPlaces(event) === 0 ? 'event_full' : undefined;
}

/** The words of a text as they are kept and looked for: small letters without marks. */
export function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(searchNameOf)
    .filter((word) => word !== '');
}

/** For `to_tsquery('simple', …)`: each word may be the beginning of one. Only letters and digits come this far. */
export function wordQueryOf(text: string): string {
  return wordsOf(text)
    .slice(0, 10)
    .map((word) => `${word}:*`)
    .join(' & ');
}

/** A day before the year 10000, which no four digits can write in whichever time zone. */
const latestMs = 253_402_214_400_000 - 1;
const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds. A day without a time means its beginning, or its end where it is the end of a range. */
export function readMoment(text: string, edge: 'from' | 'to'): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  // Brazil's own time, as three hours behind UTC: it has had no daylight saving since 2019.
  const ms = Date.parse(day ? `${text}T00:00:00-03:00` : text);
  if (!(ms >= 0 && ms <= latestMs + dayMs) || !beginsWithDay(text)) return undefined;
  return Math.min(day && edge === 'to' ? ms + dayMs : ms, latestMs);
}

/** Where a list of events goes on: after this one. */
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

/** Ids as a query lists them, each once, in their order; and the parts that cannot be ids. */
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

/** An event id as text; what cannot be one names no event. */
export function readEventId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= 0x7fffffff ? id : undefined;
}
