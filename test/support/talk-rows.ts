import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** Returns the key of the row that two people share, and the column prefix of each side. */
export const sidesOf = (me: string, other: string) =>
  me < other
    ? ({ key: { low_id: me, high_id: other }, my: 'low', their: 'high' } as const)
    : ({ key: { low_id: other, high_id: me }, my: 'high', their: 'low' } as const);

/** Inserts an open report without a text. */
export const insertReport = (
  sql: Sql,
  id: string,
  between: { reporter: string | null; reported: string | null },
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'social', 'reports', {
    id,
    reporter_id: between.reporter,
    reported_id: between.reported,
    category: 'other',
    reason: '',
    note: '',
    created_at: at,
    ...fields,
  });
