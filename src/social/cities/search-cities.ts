import type { SocialContext } from '../social.context.ts';
import { readPlace } from './city.rules.ts';
import { findCitiesByBeginning } from './city.store.ts';

const mostFound = 10;

/** Cities whose name begins so, for a field that completes what is typed; accents and signs do not matter. */
export async function searchCities(
  { sql }: Pick<SocialContext, 'sql'>,
  text: string,
): Promise<Array<{ city: string; state: string }>> {
  const wish = readPlace(text);
  if (wish.everywhere || wish.searchName === '') return [];
  const found = await findCitiesByBeginning(sql.reading, wish.searchName, wish.state, mostFound);
  return found.map(({ name, state }) => ({ city: name, state }));
}
