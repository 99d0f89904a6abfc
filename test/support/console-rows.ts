import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** Inserts a person of the console with only a name, which is also the address. */
export const insertConsolePerson = (sql: Sql, id: string, name: string, at: Date): Promise<void> =>
  insertRow(sql, 'platform', 'people', {
    id,
    email: name,
    email_key: name,
    name,
    language: 'en',
    created_at: at,
  });
