import type { Line } from './chat-rules.ts';

export interface Day {
  /** YYYY-MM-DD in the reader's time zone. */
  readonly day: string;
  readonly lines: readonly Line[];
}

/** Returns the calendar day in the reader's time zone. */
export function dayOf(moment: string | Date): string {
  const date = new Date(moment);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Groups consecutive lines of the same day. The order of lines is kept, although a pending message may be dated before
 * one received later.
 */
export function groupByDay(lines: readonly Line[]): readonly Day[] {
  const days: { day: string; lines: Line[] }[] = [];
  for (const line of lines) {
    const day = dayOf(line.at);
    const last = days.at(-1);
    if (last && (last.day === day || (line.entry !== undefined && day < last.day))) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

/** Returns the number of days between two dates, both YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
