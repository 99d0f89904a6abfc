import { loadPhotos } from '../photos/list-photos.ts';
import { portraitUrl } from '../photos/photo-urls.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { dayOf, type Gender } from '../person.rules.ts';
import { findProfile, type ProfileRow } from './profile.store.ts';

export interface Profile {
  name: string;
  is_premium: 'true' | 'false';
  perfil_photo: string;
  photos: string[];
  about: string;
  location: string;
  birth_date: string | null;
  gender: Gender | null;
  need_tour: boolean;
}

export interface Session {
  name: string;
  is_premium: boolean;
  date: string;
  perfil_photo: string;
  need_tour: boolean;
  user_id: string;
}

async function getRow(context: SocialContext, userId: string): Promise<ProfileRow> {
  const row = await findProfile(context.sql, userId);
  if (!row) throw problem('not_found');
  return row;
}

export async function readProfile(context: ViewerContext, userId: string): Promise<Profile> {
  const [row, shown] = await Promise.all([getRow(context, userId), loadPhotos(context, userId, userId)]);
  return {
    name: row.name,
    is_premium: row.is_premium ? 'true' : 'false',
    perfil_photo: shown.perfilPhoto ?? portraitUrl(context, userId),
    photos: shown.photos.map((photo) => photo.url),
    about: row.about,
    location: row.location,
    birth_date: row.birth_date,
    gender: row.gender,
    need_tour: row.need_tour,
  };
}

export async function readSession(context: ViewerContext, userId: string): Promise<Session> {
  const [row, shown] = await Promise.all([getRow(context, userId), loadPhotos(context, userId, userId)]);
  return {
    name: row.name,
    is_premium: row.is_premium,
    date: dayOf(row.created_at),
    perfil_photo: shown.perfilPhoto ?? portraitUrl(context, userId),
    need_tour: row.need_tour,
    user_id: row.id,
  };
}
