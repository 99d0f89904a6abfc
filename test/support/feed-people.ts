import { newId } from '../../src/platform/ids.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Viewer, Walk, FeedFilter } from '../../src/social/meeting/feed/feed.rules.ts';
import type { Piece, Search } from '../../src/social/meeting/feed/feed.store.ts';
import { useTestSql } from './database.ts';
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

/** Adds a person who matches the viewer, except for the given fields. Later people are further behind. */
async function addPerson(sql: Sql, name: string, fields: object = {}): Promise<void> {
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
export const filter: FeedFilter = {
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

export const whole: Piece = {
  below: undefined,
  notBelow: undefined,
  probes: 50,
  limit: 50,
  hiddenUntil: now,
  reactions: 'each',
};

export async function useFeedPeople() {
  const sql = await useTestSql();
  const person = (name: string, fields: object = {}): Promise<void> => addPerson(sql, name, fields);
  return {
    sql,
    person,
    /** Deletes all people except the viewer. */
    async reset(): Promise<void> {
      ids.clear();
      await sql`delete from social.pairs`;
      await sql`delete from social.events`;
      await sql`delete from social.users`;
      await person('me', { gender: 'woman' });
    },
    search: (fields: Partial<Search> = {}): Search => ({
      viewer: viewer(),
      filter,
      walk: way(),
      now,
      card: sql`u.name`,
      isOpenByDefault: true,
      ...fields,
    }),
    snapshotNow: async (): Promise<string> => {
      const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
      return row?.snapshot ?? '';
    },
  };
}
