const dayMs = 86_400_000;

/** Limit of days per request, so that the orders of all of them can be summed up in one query. */
export const mostDays = 366;

/** Returns midnight UTC of a day such as 2027-03-01; undefined if the day does not exist. */
export function parseDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || formatDay(day) !== text ? undefined : day;
}

export const formatDay = (day: Date): string => day.toISOString().slice(0, 10);

export const addDays = (day: Date, count: number): Date => new Date(day.getTime() + count * dayMs);

export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / dayMs;
