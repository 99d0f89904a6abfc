import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow, readRows } from './table-rows.ts';

/** Inserts a user with only a name, which is also the address. */
export const insertUser = (
  sql: Sql,
  id: string,
  name: string,
  createdAt: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'accounts', 'users', {
    id,
    email: name,
    email_key: name,
    first_name: name,
    last_name: '',
    language: 'en',
    created_at: createdAt,
    ...fields,
  });

export const listColumn = async (sql: Sql, table: string, column: string): Promise<string> =>
  (await readRows(sql, 'accounts', table))
    .map((row) => row[column] as string | number)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join();
