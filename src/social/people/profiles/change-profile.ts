import { readNormalForm } from '../../../platform/normal-form.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import { findCity } from '../cities/find-city.ts';
import { isSamePhoto, readWantedPhotos, type SentPhoto } from '../photos/read-wanted-photo.ts';
import { replacePhotos } from '../photos/replace-photos.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { adultAge, ageOn, dayOf, isCalendarDay, oldestAge, type Gender } from '../person.rules.ts';
import { replaceText, updateProfile, type ProfileChange } from './profile.store.ts';
import { readProfile, type Profile } from './read-profile.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface ProfileInput {
  name?: string | undefined;
  is_premium?: 'true' | 'false' | undefined;
  perfil_photo?: string | undefined;
  photos?: string[] | undefined;
  about?: string | undefined;
  location?: string | undefined;
  birth_date?: string | null | undefined;
  gender?: Gender | null | undefined;
  need_tour?: boolean | undefined;
}

export const longestName = 100;
export const longestLocation = 120;
/** Replaces a name that staff remove. A name is required, and a dash has no meaning in any language. */
const removedName = '—';

/** Changes a profile. Omitted fields keep their values; `photos` is the complete list. */
export async function changeProfile(
  context: ViewerContext,
  userId: string,
  input: ProfileInput,
  signal?: AbortSignal,
): Promise<Profile> {
  const change = await readChange(context, input);
  const sent = [
    ...(await readProfilePhoto(context, userId, input.perfil_photo)),
    ...readPhotos(input.photos),
  ];
  const wanted = await readWantedPhotos(context, userId, sent, signal);
  const profilePhoto = wanted.filter(({ position }) => position === 0);
  const photos = wanted.filter(({ position }) => position > 0);
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    if (!(await updateProfile(tx, userId, change, now))) throw problem('not_found');
    if (profilePhoto.length > 0)
      await replacePhotos(tx, context, userId, { first: 0, last: 0 }, profilePhoto);
    if (input.photos) await replacePhotos(tx, context, userId, { first: 1, last: 5 }, photos);
  });
  return readProfile(context, userId);
}

/** Removes a user’s name or text on behalf of staff. Returns false if there was nothing to remove. */
export async function removeProfileText(tx: Tx, userId: string, which: 'name' | 'about'): Promise<boolean> {
  return replaceText(tx, userId, which, which === 'name' ? removedName : '');
}

async function readChange(context: SocialContext, input: ProfileInput): Promise<ProfileChange> {
  const name = input.name && readNormalForm(input.name, longestName, 'name').trim();
  if (name === '') throw invalidField('name', 'too_short', fieldWords.notEmpty);
  if (input.birth_date) refuseWrongAge(input.birth_date, dayOf(context.clock.now()));
  return {
    name,
    about: input.about,
    gender: input.gender,
    birthDate: input.birth_date,
    needTour: input.need_tour,
    isPremium:
      input.is_premium === undefined || !context.settings.PREMIUM_BY_PROFILE
        ? undefined
        : input.is_premium === 'true',
    place: input.location === undefined ? undefined : await readPlace(context, input.location),
  };
}

/** Keeps a text that names no municipality, or several, as it was written. The feed then knows only the country. */
async function readPlace(context: SocialContext, text: string): Promise<NonNullable<ProfileChange['place']>> {
  const location = readNormalForm(text, longestLocation, 'location').trim();
  const city = await findCity(context.sql, location);
  if (!city) return { location, cityId: null, state: null };
  return { location: `${city.name}, ${city.state}`, cityId: city.id, state: city.state };
}

function refuseWrongAge(birthDate: string, today: string): void {
  if (!isCalendarDay(birthDate)) throw invalidField('birth_date', 'malformed', socialWords.mustBeDay);
  const age = ageOn(birthDate, today);
  if (age < adultAge)
    throw invalidField('birth_date', 'too_young', socialWords.leastYearsAgo, { least: adultAge });
  if (age > oldestAge)
    throw invalidField('birth_date', 'too_old', socialWords.mostYearsAgo, { most: oldestAge });
}

const readPhotos = (texts: readonly string[] = []): SentPhoto[] =>
  texts.map((text, index) => ({ text, position: index + 1, field: `photos.${index}` }));

/**
 * A client may send back the profile that it read. The generated portrait of a user without a photo must not be stored
 * as one.
 */
async function readProfilePhoto(
  context: ViewerContext,
  userId: string,
  text: string | undefined,
): Promise<SentPhoto[]> {
  if (text === undefined || text === '') return [];
  if (isSamePhoto(context, text, (await readProfile(context, userId)).perfil_photo)) return [];
  return [{ text, position: 0, field: 'perfil_photo' }];
}
