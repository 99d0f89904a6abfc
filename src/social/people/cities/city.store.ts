import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { City } from './city.rules.ts';

/** Also finds a city by a former name. */
export async function findCitiesByName(
  sql: Tag,
  searchName: string,
  state: string | undefined,
): Promise<City[]> {
  return sql<City[]>`
    select id, name, state from social.cities
    where (search_name = ${searchName} or former_search_name = ${searchName})
      and (${state ?? null}::text is null or state = ${state ?? null}::text)
    order by id`;
}

export async function findCitiesByIds(sql: Tag, ids: readonly number[]): Promise<City[]> {
  return sql<City[]>`select id, name, state from social.cities where id = any(${ids}::integer[])`;
}

/**
 * Finds cities by prefix: an exact match first, then shorter names. `beginning` has only letters and digits, so it
 * contains no `like` wildcard.
 */
export async function findCitiesByBeginning(
  sql: Tag,
  beginning: string,
  state: string | undefined,
  limit: number,
): Promise<City[]> {
  return sql<City[]>`
    select id, name, state from social.cities
    where (starts_with(search_name, ${beginning}) or starts_with(former_search_name, ${beginning}))
      and (${state ?? null}::text is null or state = ${state ?? null}::text)
    order by length(search_name), search_name, state limit ${limit}`;
}
