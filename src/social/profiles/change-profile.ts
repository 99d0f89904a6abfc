import { readNormalForm } from '../../platform/normal-form.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import { findCity } from '../cities/find-city.ts';
import { isSamePhoto, readWantedPhotos, type SentPhoto } from '../photos/read-wanted-photo.ts';
import { replacePhotos } from '../photos/replace-photos.ts';
import type { SocialContext, ViewerContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { adultAge, ageOn, dayOf, isCalendarDay, oldestAge, type Gender } from '../people/person.rules.ts';
import { updateProfile, type ProfileChange } from './profile.store.ts';
import { readProfile, type Profile } from './read-profile.ts';

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

/** What is left out stays as it is; `photos` is the whole list. */
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

async function readChange(context: SocialContext, input: ProfileInput): Promise<ProfileChange> {
  const name = input.name && readNormalForm(input.name, longestName, 'name').trim();
  if (name === '') throw invalidField('name', 'too_short', 'must not be empty');
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

/** A place that is no municipality, or several, is kept as it was written; the feed then knows only the country. */
async function readPlace(context: SocialContext, text: string): Promise<NonNullable<ProfileChange['place']>> {
  const location = readNormalForm(text, longestLocation, 'location').trim();
  const city = await findCity(context.sql, location);
  if (!city) return { location, cityId: null, state: null };
  return { location: `${city.name}, ${city.state}`, cityId: city.id, state: city.state };
}

function refuseWrongAge(birthDate: string, today: string): void {
  if (!isCalendarDay(birthDate)) throw invalidField('birth_date', 'malformed', 'must be a day, YYYY-MM-DD');
  const age = ageOn(birthDate, today);
  if (age < adultAge) throw invalidField('birth_date', 'too_young', `must be at least ${adultAge} years ago`);
  if (age > oldestAge) throw invalidField('birth_date', 'too_old', `must be at most ${oldestAge} years ago`);
}

const readPhotos = (texts: readonly string[] = []): SentPhoto[] =>
  texts.map((text, index) => ({ text, position: index + 1, field: `photos.${index}` }));

/** A client may send back what it read: the generated portrait of somebody without a photo must not become one. */
async function readProfilePhoto(
  context: ViewerContext,
  userId: string,
  text: string | undefined,
): Promise<SentPhoto[]> {
  if (text === undefined || text === '') return [];
  if (isSamePhoto(context, text, (await readProfile(context, userId)).perfil_photo)) return [];
  return [{ text, position: 0, field: 'perfil_photo' }];
}
