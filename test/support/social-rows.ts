import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** Inserts a user without any details. */
export const insertPerson = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'social', 'users', {
    id,
    provider: 'test',
    login_id: id,
    name: 'P',
    last_active_at: at,
    created_at: at,
    ...fields,
  });

/** Inserts a scheduled event of one hour in São Paulo. */
export async function insertEvent(sql: Sql, startsAt: Date, fields: object = {}): Promise<number> {
  await insertRow(sql, 'social', 'events', {
    name: 'Festival',
    description: '',
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + 3_600_000),
    timezone: 'UTC',
    status: 'EventScheduled',
    category: 'c',
    category_key: 'c',
    venue_name: 'v',
    city_id: 3550308,
    words: '',
    created_at: startsAt,
    updated_at: startsAt,
    ...fields,
  });
  const [event] = await sql<{ id: number }[]>`select max(id) as id from social.events`;
  return event?.id ?? 0;
}
