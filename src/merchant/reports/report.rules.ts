const dayMs = 86_400_000;

/** Few enough that the orders of all of them can be summed up in one go. */
export const mostDays = 366;

/** Midnight UTC of a day that is written 2027-03-01; undefined where there is no such day. */
export function parseDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || formatDay(day) !== text ? undefined : day;
}

export const formatDay = (day: Date): string => day.toISOString().slice(0, 10);

export const nextDay = (day: Date): Date => new Date(day.getTime() + dayMs);

export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / dayMs;
