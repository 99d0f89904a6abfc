import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { SocialContext } from '../../social.context.ts';
import { readPlace, type City } from './city.rules.ts';
import { findCitiesByBeginning, findCitiesByIds, findCitiesByName } from './city.store.ts';

/**
 * Returns the only city that a text can mean. A name shared by several cities needs a state: a wrong guess would place
 * a person a thousand kilometres away.
 */
export async function findCity(sql: Tag, text: string): Promise<City | undefined> {
  const cities = await findCities(sql, text);
  return cities === 'everywhere' || cities.length !== 1 ? undefined : cities[0];
}

export async function findCities(sql: Tag, text: string): Promise<City[] | 'everywhere'> {
  const place = readPlace(text);
  if (place.everywhere) return 'everywhere';
  return place.searchName === '' ? [] : findCitiesByName(sql, place.searchName, place.state);
}

const mostSuggested = 10;

/** Returns cities whose name begins with the text, for autocompletion. Ignores accents and punctuation. */
export async function searchCities(
  { sql }: Pick<SocialContext, 'sql'>,
  text: string,
): Promise<Array<{ city: string; state: string }>> {
  const place = readPlace(text);
  if (place.everywhere || place.searchName === '') return [];
  const found = await findCitiesByBeginning(sql.reading, place.searchName, place.state, mostSuggested);
  return found.map(({ name, state }) => ({ city: name, state }));
}

export async function findCityById(sql: Tag, id: number): Promise<City | undefined> {
  const [city] = await findCitiesByIds(sql, [id]);
  return city;
}

export async function loadCities(sql: Tag, ids: readonly number[]): Promise<Map<number, City>> {
  const cities = await findCitiesByIds(sql, [...new Set(ids)]);
  return new Map(cities.map((city) => [city.id, city]));
}
