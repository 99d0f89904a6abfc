import { dayWords } from '../texts/event-time.ts';
import type { Language } from '../texts/language.ts';
import type { Event } from './event-state.ts';

export interface Day {
  readonly title: string;
  readonly events: readonly Event[];
}

/** Groups events under day headings. The list is already sorted by start time. */
export function groupByDay(
  events: readonly Event[],
  words: { readonly running: string; readonly language: Language },
  now: Date,
): Day[] {
  const days: { title: string; events: Event[] }[] = [];
  for (const event of events) {
    const hasBegun = Date.parse(event.startDate) <= now.getTime();
    const title = hasBegun ? words.running : dayWords(event, words.language, now);
    const last = days.at(-1);
    if (last?.title === title) last.events.push(event);
    else days.push({ title, events: [event] });
  }
  return days;
}
