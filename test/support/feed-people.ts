import { newId } from '../../src/platform/ids.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Viewer, Walk, Wishes } from '../../src/social/feed/feed.rules.ts';
import { insertRow } from './table-rows.ts';

export const now = new Date('2026-03-01T12:00:00Z');
export const at = (ms: number): Date => new Date(now.getTime() + ms);
export const [saoPaulo, campinas, rio] = [3550308, 3509502, 3304557];

export const ids = new Map<string, string>();
export const idOf = (name: string): string => {
  const id = ids.get(name) ?? newId();
  ids.set(name, id);
  return id;
};

export async function removeEverybody(sql: Sql): Promise<void> {
  ids.clear();
  await sql`delete from social.pairs`;
  await sql`delete from social.events`;
  await sql`delete from social.users`;
}

/** Somebody who fits, in the order in which they were made, but for what is given. */
export async function addPerson(sql: Sql, name: string, fields: object = {}): Promise<void> {
  await insertRow(sql, 'social', 'users', {
    id: idOf(name),
    provider: 'test',
    login_id: name,
    name,
    gender: 'man',
    birth_date: '1990-06-15',
    city_id: saoPaulo,
    state: 'SP',
    last_active_at: at(-ids.size),
    created_at: now,
    ...fields,
  });
}

export const viewer = (fields: Partial<Viewer> = {}): Viewer => ({
  id: idOf('me'),
  gender: 'woman',
  birthDate: '1996-01-01',
  cityId: saoPaulo,
  state: 'SP',
  showsWomen: true,
  showsMen: true,
  ageFrom: 18,
  ageTo: 99,
  lastActiveAt: now,
  ...fields,
});
export const wishes: Wishes = {
  women: true,
  men: true,
  others: true,
  unstatedGender: true,
  unstatedAge: true,
  bornAfter: '1990-06-14',
  bornUntil: '1990-06-15',
  ownAge: 30,
};
export const way = (fields: Partial<Walk> = {}): Walk => ({
  startedAt: now,
  snapshot: undefined,
  cityId: saoPaulo,
  state: 'SP',
  events: [],
  ...fields,
});
