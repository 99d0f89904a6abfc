import { dateFormat, distanceFormat } from '../../texts/formats.ts';
import { languageTag } from '../../texts/event-time.ts';
import { language } from '../../texts/language.ts';
import { dayOf, daysBetween } from './days.ts';

const format = (moment: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(languageTag(language.get()), options).format(new Date(moment));

export const timeText = (moment: string): string => format(moment, { hour: '2-digit', minute: '2-digit' });

const near = (days: number): string => distanceFormat(languageTag(language.get())).format(-days, 'day');

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Returns the heading of a day's messages: today, yesterday, the day of the week, or the date. */
export function dayText(day: string, now: Date): string {
  const ago = daysBetween(day, dayOf(now));
  const noon = `${day}T12:00:00`;
  if (ago === 0 || ago === 1) return capital(near(ago));
  if (ago > 1 && ago < 7) return capital(format(noon, { weekday: 'long' }));
  const isThisYear = day.slice(0, 4) === dayOf(now).slice(0, 4);
  return format(noon, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** Returns the shortest form for a list: the time if today, else yesterday, the day of the week, or the date. */
export function shortText(moment: string, now: Date): string {
  const ago = daysBetween(dayOf(moment), dayOf(now));
  if (ago <= 0) return timeText(moment);
  if (ago === 1) return near(1);
  if (ago < 7) return format(moment, { weekday: 'short' });
  return format(moment, { day: '2-digit', month: '2-digit', year: '2-digit' });
}

/** Returns the elapsed time in minutes, hours or days. */
export function agoText(moment: string, now: Date): string {
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(moment)) / 60_000));
  const relative = distanceFormat(languageTag(language.get()));
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), 'hour');
  return relative.format(-Math.round(minutes / (24 * 60)), 'day');
}
