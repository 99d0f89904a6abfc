export const genders = ['woman', 'man', 'other'] as const;
export type Gender = (typeof genders)[number];

export const adultAge = 18;
export const oldestAge = 120;

/** Returns the age in whole years on a day; both are YYYY-MM-DD. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

export function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the same day some years before; 29 February becomes 28 February if the year has none. */
export function yearsBefore(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0');
  const moved = `${year}${day.slice(4)}`;
  return moved.endsWith('-02-29') && !isCalendarDay(moved) ? `${year}-02-28` : moved;
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
