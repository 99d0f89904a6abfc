import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** A person of the console of whom nothing is known but the name, which is the address too. */
export const insertConsolePerson = (sql: Sql, id: string, name: string, at: Date): Promise<void> =>
  insertRow(sql, 'platform', 'people', {
    id,
    email: name,
    email_key: name,
    name,
    language: 'en',
    created_at: at,
  });
