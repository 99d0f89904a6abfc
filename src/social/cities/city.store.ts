import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { City } from './city.rules.ts';

/** By the name of today, or one that a city had before. */
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

/** The whole name first, then the shorter ones. `beginning` has letters and digits alone, so no pattern of its own. */
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
