import { locales, type Language } from '../http/language.ts';
import { html, type Html } from '../http/page.ts';
import { keepLatest } from './keep-latest.ts';

const units = [
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

/** Limit in milliseconds. Times further away are shown as a date instead of a distance. */
const nearMs = 7 * 86_400_000;

const formatsOf = keepLatest(3, (language: Language) => ({
  distance: new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto', style: 'short' }),
  second: new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  }),
  minute: new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }),
  clock: new Intl.DateTimeFormat(locales[language], { timeStyle: 'medium', timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone: 'UTC' }),
}));

/**
 * Renders a relative time such as "4 min ago", with the exact time as a tooltip. The script converts that to the
 * reader's time zone.
 */
export function drawTime(at: Date, language: Language, nowMs: number): Html {
  const { distance, second, day } = formatsOf(language);
  const awayMs = at.getTime() - nowMs;
  const [unit, unitMs] = units.findLast(([, ms]) => Math.abs(awayMs) >= ms) ?? units[0];
  const text =
    Math.abs(awayMs) > nearMs ? day.format(at) : distance.format(Math.trunc(awayMs / unitMs), unit);
  return html`<time datetime="${at.toISOString()}" title="${second.format(at)} UTC" data-near>${text}</time>`;
}

/**
 * Renders an exact time, to the given precision. The script converts it to the reader's time zone; without the script
 * it is marked as UTC.
 */
export const drawExactTime = (at: Date, language: Language, upTo: 'second' | 'minute' | 'clock'): Html =>
  html`<time datetime="${at.toISOString()}" data-exact="${upTo}"
    >${formatsOf(language)[upTo].format(at)} UTC</time
  >`;

const lengths = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

const lengthFormats = keepLatest(12, (key: string) => {
  const [language = 'en', unit = 'second'] = key.split(' ');
  return new Intl.NumberFormat(locales[language as Language], { style: 'unit', unit, unitDisplay: 'short' });
});

/** Formats a length of time with at most two units, such as "1 hr 25 mins", rounded down. */
export function formatLength(ms: number, language: Language): string {
  const found = lengths.findIndex(([, unitMs]) => ms >= unitMs);
  const first = found === -1 ? lengths.length - 1 : found;
  let left = ms;
  return lengths
    .slice(first, first + 2)
    .flatMap(([unit, unitMs], index) => {
      const count = Math.floor(left / unitMs);
      left -= count * unitMs;
      return count === 0 && index > 0 ? [] : [lengthFormats(`${language} ${unit}`).format(count)];
    })
    .join(' ');
}

/** Renders a calendar day such as `2027-03-01`, which is the same in every time zone. */
export const drawDay = (day: string, language: Language): Html =>
  html`<time datetime="${day}">${formatsOf(language).day.format(new Date(`${day}T00:00:00Z`))}</time>`;
