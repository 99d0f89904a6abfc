/** Age limits of the server. */
const [youngest, oldest] = [18, 120];

export const readAge = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN);

export const isAgeRange = (from: number, to: number): boolean =>
  from >= youngest && to <= oldest && from <= to;
