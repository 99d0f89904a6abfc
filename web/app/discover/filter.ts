import type { Config } from '../state/config.ts';

/** Age limits of the server. */
const [youngest, oldest] = [18, 120];

export const readAge = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN);

export const isAgeRange = (from: number, to: number): boolean =>
  from >= youngest && to <= oldest && from <= to;

/** The server's default range. A range that covers it shows people of every age, and of none. */
const [usualFrom, usualTo] = [18, 99];

/** Returns whether the filter leaves anyone out. */
export const isNarrow = (filter: Pick<Config, 'woman' | 'man' | 'ageRangeStart' | 'ageRangeEnd'>): boolean =>
  !(filter.woman && filter.man && filter.ageRangeStart <= usualFrom && filter.ageRangeEnd >= usualTo);
