import type { Line } from './chat-rules.ts';

export interface Day {
  /** YYYY-MM-DD, by the reader's calendar. */
  readonly day: string;
  readonly lines: readonly Line[];
}

/** By the reader's own clock: a message of half past midnight is one of that day. */
export function dayOf(moment: string | Date): string {
  const date = new Date(moment);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Neighbours of one day together. What waits may be dated before what was just heard: it stays where it is. */
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

/** Days from one to the other; both are YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
