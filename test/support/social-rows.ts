import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** A user of whom nothing is known. */
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
