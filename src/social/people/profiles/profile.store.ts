import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Gender } from '../person.rules.ts';

export interface ProfileRow {
  id: string;
  name: string;
  about: string;
  location: string;
  is_premium: boolean;
  need_tour: boolean;
  birth_date: string | null;
  gender: Gender | null;
  created_at: Date;
}

export async function findProfile(sql: Sql, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await sql<ProfileRow[]>`
    select id, name, about, location, is_premium, need_tour, birth_date::text, gender, created_at
    from social.users where id = ${userId}`;
  return row;
}

export interface ProfileChange {
  name?: string | undefined;
  about?: string | undefined;
  isPremium?: boolean | undefined;
  needTour?: boolean | undefined;
  /** Null removes the value, also for the gender. */
  birthDate?: string | null | undefined;
  gender?: Gender | null | undefined;
  place?: { location: string; cityId: number | null; state: string | null } | undefined;
}

/** Undefined fields keep their values. */
export async function updateProfile(
  tx: Tx,
  userId: string,
  change: ProfileChange,
  now: Date,
): Promise<boolean> {
  const { place } = change;
  const rows = await tx`
    update social.users set
      name = coalesce(${change.name}::text, name),
      about = coalesce(${change.about}::text, about),
      is_premium = coalesce(${change.isPremium}::boolean, is_premium),
      need_tour = coalesce(${change.needTour}::boolean, need_tour),
      birth_date = case when ${change.birthDate !== undefined} then ${change.birthDate}::date else birth_date end,
      gender = case when ${change.gender !== undefined} then ${change.gender}::text else gender end,
      location = coalesce(${place?.location}::text, location),
      city_id = case when ${place !== undefined} then ${place?.cityId}::integer else city_id end,
      state = case when ${place !== undefined} then ${place?.state}::text else state end,
      last_active_at = greatest(last_active_at, ${now})
    where id = ${userId} and deleted_at is null`;
  return rows.count === 1;
}

/** Replaces a text. Returns false if it already has this value. */
export async function replaceText(
  tx: Tx,
  userId: string,
  which: 'name' | 'about',
  text: string,
): Promise<boolean> {
  const column = tx.identifier(which);
  const rows = await tx`
    update social.users set ${column} = ${text} where id = ${userId} and ${column} <> ${text}`;
  return rows.count === 1;
}
