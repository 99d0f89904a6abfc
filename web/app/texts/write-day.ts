import { dateFormat } from './formats.ts';
import { language } from './language.ts';

/** A moment as a day, in the reader's zone: `3 de maio de 2026`. Empty where it is none. */
export function writeDay(moment: string): string {
  const time = new Date(moment);
  return Number.isNaN(time.getTime())
    ? ''
    : dateFormat(language.get(), { day: 'numeric', month: 'long', year: 'numeric' }).format(time);
}
