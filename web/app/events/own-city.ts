import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { findOwnCity } from './filter.ts';
import { cities } from './list-state.ts';

/** City of the user's profile, if it has events; empty otherwise, and undefined until both are known. */
export const ownCity = keptStore<string | undefined>('events.own-city', undefined);

/** After a failure the last known city applies, or all cities. */
export async function readOwnCity(): Promise<void> {
  try {
    const known = cities.get();
    const [{ location }, all] = await Promise.all([
      api.get('/user/perfil'),
      known.length > 0 ? known : api.get('/event/cities'),
    ]);
    ownCity.set(findOwnCity(all, location));
  } catch {
    if (ownCity.get() === undefined) ownCity.set('');
  }
}
