import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { City } from './city.rules.ts';

export async function findCitiesByName(
  sql: Tag,
  searchName: string,
  state: string | undefined,
): Promise<City[]> {
  return sql<City[]>`
    select id, name, state from social.cities
    where search_name = ${searchName} and (${state ?? null}::text is null or state = ${state ?? null}::text)
    order by id`;
}

export async function findCitiesByIds(sql: Tag, ids: readonly number[]): Promise<City[]> {
  return sql<City[]>`select id, name, state from social.cities where id = any(${ids}::integer[])`;
}
