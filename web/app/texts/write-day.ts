import { dateFormat } from './formats.ts';
import { language } from './language.ts';

/** Formats the day in the reader's time zone: `3 de maio de 2026`. Returns an empty string for an invalid date. */
export function writeDay(moment: string): string {
  const time = new Date(moment);
  return Number.isNaN(time.getTime())
    ? ''
    : dateFormat(language.get(), { day: 'numeric', month: 'long', year: 'numeric' }).format(time);
}
