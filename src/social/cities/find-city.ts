import type { Tag } from '../../platform/postgres/client/sql.ts';
import { readPlace, type City } from './city.rules.ts';
import { findCitiesByIds, findCitiesByName } from './city.store.ts';

/**
 * The one city that a text names. A name that several cities share names none of them unless its state comes with
 * it: to guess would put a person a thousand kilometres away.
 */
export async function findCity(sql: Tag, text: string): Promise<City | undefined> {
  const cities = await findCities(sql, text);
  return cities === 'everywhere' || cities.length !== 1 ? undefined : cities[0];
}

/** Every city that a text may mean, or everywhere. */
export async function findCities(sql: Tag, text: string): Promise<City[] | 'everywhere'> {
  const wish = readPlace(text);
  if (wish.everywhere) return 'everywhere';
  return wish.searchName === '' ? [] : findCitiesByName(sql, wish.searchName, wish.state);
}

export async function findCityById(sql: Tag, id: number): Promise<City | undefined> {
  const [city] = await findCitiesByIds(sql, [id]);
  return city;
}

export async function loadCities(sql: Tag, ids: readonly number[]): Promise<Map<number, City>> {
  const cities = await findCitiesByIds(sql, [...new Set(ids)]);
  return new Map(cities.map((city) => [city.id, city]));
}
