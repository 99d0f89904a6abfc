import { dateFormat } from './formats.ts';
import type { Language } from './language.ts';

/** Locales. Portuguese is Brazilian, because the events are in Brazil. */
const tags: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB', de: 'de-DE' };

export const languageTag = (language: Language): string => tags[language];

const near: Readonly<Record<Language, readonly [string, string, string]>> = {
  pt: ['Ontem', 'Hoje', 'Amanhã'],
  en: ['Yesterday', 'Today', 'Tomorrow'],
  de: ['Gestern', 'Heute', 'Morgen'],
};

/** Returns the calendar day of a moment in the time zone: `2026-11-20`. */
export const dayIn = (moment: Date, timeZone: string | undefined): string =>
  dateFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export interface EventTime {
  readonly startDate: string;
  readonly endDate?: string;
  /** Time zone of the event; the reader's own if unknown. */
  readonly timezone?: string;
}

/** Returns `Today`, `Tomorrow`, or `Fri, 20 Nov`, with the year if it is not the current one. */
export function dayWords({ startDate, timezone }: EventTime, language: Language, now: Date): string {
  const start = new Date(startDate);
  const [today, day] = [dayIn(now, timezone), dayIn(start, timezone)];
  const distance = daysBetween(today, day);
  const word = Math.abs(distance) <= 1 ? near[language][distance + 1] : undefined;
  if (word !== undefined) return word;
  const text = dateFormat(languageTag(language), {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(start);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const clockWords = (moment: string, timezone: string | undefined, language: Language): string =>
  dateFormat(languageTag(language), {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(moment));

/** Returns `Today, 19:00`, the form for lists. */
export const whenWords = (event: EventTime, language: Language, now: Date): string =>
  `${dayWords(event, language, now)}, ${clockWords(event.startDate, event.timezone, language)}`;

/** Returns start and end. The end has a day only if it is later than the night of the first day. */
export function spanWords(event: EventTime, language: Language, now: Date): string {
  const { startDate, endDate, timezone } = event;
  const start = whenWords(event, language, now);
  if (endDate === undefined) return start;
  const end = clockWords(endDate, timezone, language);
  const endsAt = new Date(endDate);
  const nights = daysBetween(dayIn(new Date(startDate), timezone), dayIn(endsAt, timezone));
  const isSameNight = nights === 0 || (nights === 1 && end < '12:00');
  return isSameNight
    ? `${start}–${end}`
    : `${start} – ${dayWords({ ...event, startDate: endDate }, language, now)}, ${end}`;
}

/** Returns the time zone's name, such as `GMT-3`, if its time differs from the reader's. */
export function otherClock({ startDate, timezone }: EventTime, language: Language): string | undefined {
  const moment = new Date(startDate);
  if (timezone === undefined) return undefined;
  const read = (timeZone: string | undefined): string =>
    dateFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);
  if (read(timezone) === read(undefined)) return undefined;
  const parts = dateFormat(languageTag(language), {
    timeZone: timezone,
    timeZoneName: 'short',
  }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}
