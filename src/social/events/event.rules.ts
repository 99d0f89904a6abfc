import { searchNameOf } from '../cities/city.rules.ts';

/** The event statuses of schema.org. */
export const eventStatuses = [
  'EventScheduled',
  'EventRescheduled',
  'EventPostponed',
  'EventCancelled',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

export const defaultTimeZone = 'America/Sao_Paulo';
/** No event is longer: lists of coming events need not look further back than this. */
export const longestEventMs = 31 * 24 * 60 * 60 * 1000;
export const spotlightLimit = 10;

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
  spotlightFrom: Date | null;
  spotlightUntil: Date | null;
  spotlightPosition: number | null;
  revision: number;
  updatedAt: Date;
  /** Whether the viewer takes part. */
  isConfirmed: boolean;
}

const isOver = (event: { endsAt: Date }, nowMs: number): boolean => event.endsAt.getTime() <= nowMs;

export const remainingPlaces = (event: { capacity: number | null; participants: number }): number | null =>
  event.capacity === null ? null : event.capacity - event.participants;

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
  event: { status: EventStatus; endsAt: Date; capacity: number | null; participants: number },
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
  if (!(ms >= 0 && ms <= latestMs + dayMs)) return undefined;
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
