import { ageOn, dayOf } from '../people/person.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { findTownspeople } from './town.store.ts';

export interface Townsperson {
  user_id: string;
  name: string;
  local: string;
  age: number | null;
  thumb: string;
}

/** Lists the seeded people. Returns none if sign-ins need proof, because no caller could use them. */
export async function listTown(context: SocialContext): Promise<Townsperson[]> {
  if (!context.settings.SEED_TOWN || !context.settings.BELIEVE_STATED_USER) return [];
  const today = dayOf(context.clock.now());
  return (await findTownspeople(context.sql)).map(
    ({ login_id: loginId, name, location, birth_date: born, link }) => ({
      user_id: loginId,
      name,
      local: location,
      age: born === null ? null : ageOn(born, today),
      thumb: `${context.baseUrl}${link ?? `/portraits/${loginId}.svg`}`,
    }),
  );
}
