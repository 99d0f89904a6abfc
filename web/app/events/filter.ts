import { dayIn } from '../texts/event-time.ts';

export const namedTimes = ['today', 'tomorrow', 'weekend', 'week', 'month'] as const;
export type NamedTime = (typeof namedTimes)[number];

/** An empty field does not filter. */
export interface EventFilter {
  readonly q: string;
  /** City with its state: `São Paulo, SP`. */
  readonly city: string;
  /** One of the named periods, or a day: `2026-11-20`. */
  readonly when: string;
  readonly category: string;
}

const names = ['q', 'city', 'when', 'category'] as const;
export const noFilter: EventFilter = { q: '', city: '', when: '', category: '' };

export const isFiltered = (filter: EventFilter, ownCity = ''): boolean => writeFilter(filter, ownCity) !== '';
export const isNamedTime = (text: string): text is NamedTime => namedTimes.some((name) => name === text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Reads a filter from the query of a URL, which may contain anything. `ownCity` applies if the query names no city; an
 * empty `city` means everywhere.
 */
export function readFilter(query: string, ownCity = ''): EventFilter {
  const given = new URLSearchParams(query);
  const read = (name: string, longest: number): string => (given.get(name) ?? '').slice(0, longest);
  const when = read('when', 10);
  return {
    q: read('q', 200),
    city: given.has('city') ? read('city', 200) : ownCity,
    when: isNamedTime(when) || isDay(when) ? when : '',
    category: read('category', 100),
  };
}

export function writeFilter(filter: EventFilter, ownCity = ''): string {
  const usual: EventFilter = { ...noFilter, city: ownCity };
  const query = new URLSearchParams(
    names.filter((name) => filter[name] !== usual[name]).map((name) => [name, filter[name]]),
  );
  return query.size === 0 ? '' : `?${query.toString()}`;
}

const dayMs = 86_400_000;
const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Returns the first and the last day of the period in Brazil's time zone, which the server uses too. */
export function daysOf(when: string, now: Date): { readonly from?: string; readonly to?: string } {
  const today = dayIn(now, 'America/Sao_Paulo');
  if (isDay(when)) return { from: when, to: when };
  if (!isNamedTime(when)) return {};
  // 0 is Sunday, the last day of a weekend.
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const saturday = weekday === 0 ? today : later(today, 6 - weekday);
  switch (when) {
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: later(today, 1), to: later(today, 1) };
    case 'weekend':
      return { from: saturday, to: weekday === 0 ? today : later(saturday, 1) };
    case 'week':
      return { from: today, to: later(today, 6) };
    case 'month':
      return { from: today, to: later(today, 29) };
  }
}

/** Returns the query parameters for the server. */
export const searchOf = ({ q, city, when, category }: EventFilter, now: Date): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ q: q.trim(), location: city, category, ...daysOf(when, now) }).filter(
      ([, text]) => text !== '',
    ),
  );

/** Removes case and accents: `sao` finds São Paulo. */
export const plainWords = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

export const cityName = ({ city, state }: { readonly city: string; readonly state: string }): string =>
  `${city}, ${state}`;

/** Finds the city of a profile, which is free text: `São Paulo, SP`, or a name that only one of the cities has. */
export function findOwnCity(
  cities: readonly { readonly city: string; readonly state: string }[],
  location: string,
): string {
  const wanted = plainWords(location);
  const named = cities.filter(({ city }) => plainWords(city) === wanted);
  const found =
    cities.find((city) => plainWords(cityName(city)) === wanted) ??
    (named.length === 1 ? named[0] : undefined);
  return found ? cityName(found) : '';
}

/** Finds cities by name. Names that begin with the text come before those that contain it. */
export function findCities<T extends { readonly city: string; readonly state: string }>(
  cities: readonly T[],
  text: string,
): readonly T[] {
  const wanted = plainWords(text);
  if (wanted === '') return cities;
  const named = cities.map((city) => ({ city, name: plainWords(cityName(city)) }));
  const found = (matches: (name: string) => boolean): T[] =>
    named.filter(({ name }) => matches(name)).map(({ city }) => city);
  return [
    ...found((name) => name.startsWith(wanted)),
    ...found((name) => !name.startsWith(wanted) && name.includes(wanted)),
  ];
}
