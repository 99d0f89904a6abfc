import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { hexOf, insertRow } from './table-rows.ts';

/** Inserts a person's membership of an organisation, by default of staff. */
export const insertPlace = (
  sql: Sql,
  personId: string,
  at: Date,
  [kind, organisation, role] = ['staff', '', 'viewer'],
): Promise<void> =>
  insertRow(sql, 'platform', 'memberships', {
    person_id: personId,
    kind,
    organisation,
    role,
    created_at: at,
  });

/** Inserts a fully authenticated session of one hour. Its id is the token. */
export const insertConsoleSession = (
  sql: Sql,
  id: string,
  personId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'platform', 'console_sessions', {
    id,
    token_hash: hexOf(Buffer.from(id)),
    person_id: personId,
    stage: 'full',
    form_token: '',
    created_at: at,
    expires_at: new Date(at.getTime() + 3_600_000),
    seen_at: at,
    address: '',
    user_agent: '',
    ...fields,
  });
